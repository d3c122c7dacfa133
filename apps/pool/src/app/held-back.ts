import type { ServiceContext } from '../domain/kernel/context.ts';
import { isSimulated } from '../domain/kernel/pool-kind.ts';
import type { World } from '../domain/kernel/world.ts';
import { countWaitingBlocks } from '../domain/operations/decide-block.ts';
import { everyNetwork, readSuspensions } from '../domain/payouts/suspensions.ts';
import type { ServeInOrder, UsedSource } from '../edges/stratum/serve-in-order.ts';
import { orderProblems } from '../domain/views/list-orders.ts';
import { turnProblems } from '../domain/treasury/orders/trade-turns.ts';
import { transferProblems } from '../domain/views/list-transfers.ts';
import { placeProblems } from '../domain/views/list-places.ts';
import { countParked } from '../domain/views/count-parked.ts';

/** Why this process lets nothing leave; undefined when there is nothing. */
type PayoutBlock = () => string | undefined;

interface SuspendedNetwork {
  readonly network: string;
  readonly reason: string;
}

/** Why this process blocks payouts by itself, for the health check. */
export function ownPayoutBlocks(payoutBlockReason: PayoutBlock): string[] {
  return ownSuspensions(payoutBlockReason).map(sentence);
}

/** Whether watchers hear of other processes: nothing is held back without it, but who watches the pool should know. */
export function relayProblems(relay: { isWhole(): boolean } | undefined): string[] {
  return relay === undefined || relay.isWhole() ? [] : ['live events of other processes: Redis is away'];
}

/** Which source of an algorithm's work is used, as far as it is open. */
type OrderOf = (algorithm: string) => Pick<ServeInOrder, 'used' | 'sources'> | undefined;

/** The chains and other pools that give no work, and where miners are given that of another one meanwhile. A sandbox always gives some. */
export function workProblems(sources: World['sources'], orderOf: OrderOf): string[] {
  return sources.flatMap(({ chain, upstream }) => {
    const { algorithm, kind, name } = chain;
    if (isSimulated(kind)) return [];
    const order = orderOf(algorithm);
    // Before its ports are open, and in a process without any, the nodes are looked at.
    if (order === undefined)
      return upstream !== undefined || chain.template() !== undefined
        ? []
        : [noWork({ kind: 'chain', name }, algorithm)];
    const without = order.sources.filter(({ hasWork }) => !hasWork).map((each) => noWork(each, algorithm));
    const { used } = order;
    return used.place === 0 ? without : [...without, insteadText(algorithm, order)];
  });
}

function noWork({ kind, name }: Pick<UsedSource, 'kind' | 'name'>, algorithm: string): string {
  return kind === 'upstream'
    ? `work: the upstream ${name} gives none of ${algorithm}, see openlode doctor`
    : `work: no node of ${name} gives any, see openlode doctor`;
}

function insteadText(algorithm: string, { used, sources }: Pick<ServeInOrder, 'used' | 'sources'>): string {
  const first = sources[0]?.name;
  return `work: ${algorithm} is given by ${used.name} since ${new Date(used.since).toISOString()}, and not by ${first}: see openlode work sources`;
}

/** Nodes that fall behind for a while agree again by themselves. */
const blockGraceMs = 10 * 60_000;

/** What the database says waits for an operator, for the health check. */
export async function heldBack(ctx: Pick<ServiceContext, 'db' | 'clock'>): Promise<string[]> {
  const networks = await readSuspensions(ctx.db);
  const { batches } = await countParked(ctx);
  const blocks = await countWaitingBlocks(ctx.db, ctx.clock.now() - blockGraceMs);
  return [
    ...networks.map(sentence),
    ...(await placeProblems(ctx)),
    ...(await orderProblems(ctx)),
    ...(await transferProblems(ctx)),
    ...(await turnProblems(ctx)),
    ...(batches === 0
      ? []
      : [`work: ${batches} ${batches === 1 ? 'batch' : 'batches'} parked, see openlode work parked`]),
    ...(blocks === 0
      ? []
      : [`blocks: ${blocks} ${blocks === 1 ? 'waits' : 'wait'} for a decision, see openlode blocks waiting`]),
  ];
}

/** Where payouts are held back now and why: what this process blocks by itself, and what the database says of networks. */
export async function suspendedNetworks(
  ctx: Pick<ServiceContext, 'db'>,
  payoutBlockReason: PayoutBlock,
): Promise<SuspendedNetwork[]> {
  return [...ownSuspensions(payoutBlockReason), ...(await readSuspensions(ctx.db))];
}

function ownSuspensions(payoutBlockReason: PayoutBlock): SuspendedNetwork[] {
  const reason = payoutBlockReason();
  return reason === undefined ? [] : [{ network: everyNetwork, reason }];
}

function sentence({ network, reason }: SuspendedNetwork): string {
  return network === everyNetwork ? `payouts: ${reason}` : `payouts of ${network}: ${reason}`;
}
