import type { ServiceContext } from '../services/context.ts';
import { everyNetwork, readSuspensions } from '../services/payouts/suspensions.ts';
import type { ClockWatch } from '../services/pool/clock-watch.ts';
import { countParked } from '../services/work/count-parked.ts';

interface SuspendedNetwork {
  readonly network: string;
  readonly reason: string;
}

/** What this process doubts by itself, in words for whoever watches the pool. */
export function ownDoubts(clocks: ClockWatch): string[] {
  return ownSuspensions(clocks).map(sentence);
}

/** Whether watchers hear of other processes: nothing is held back without it, but who watches the pool should know. */
export function relayDoubts(relay: { isWhole(): boolean } | undefined): string[] {
  return relay === undefined || relay.isWhole() ? [] : ['live events of other processes: Redis is away'];
}

/** What the database says waits for an operator, in words for whoever watches the pool. */
export async function heldBack(ctx: Pick<ServiceContext, 'db'>): Promise<string[]> {
  const networks = await readSuspensions(ctx.db);
  const { batches } = await countParked(ctx);
  return [...networks.map(sentence), ...(batches === 0 ? [] : [`work: ${batches} batches parked`])];
}

/** Where payouts are held back now and why: this process's own doubt, and what the database says of networks. */
export async function suspendedNetworks(
  ctx: Pick<ServiceContext, 'db'>,
  clocks: ClockWatch,
): Promise<SuspendedNetwork[]> {
  return [...ownSuspensions(clocks), ...(await readSuspensions(ctx.db))];
}

function ownSuspensions(clocks: ClockWatch): SuspendedNetwork[] {
  const reason = clocks.suspends();
  return reason === undefined ? [] : [{ network: everyNetwork, reason }];
}

function sentence({ network, reason }: SuspendedNetwork): string {
  return network === everyNetwork ? `payouts: ${reason}` : `payouts of ${network}: ${reason}`;
}
