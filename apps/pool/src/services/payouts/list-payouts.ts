import { isOver, type PayoutState, wasSent } from '@openlode/ledger/payout-state';
import sql from 'sql-template-tag';
import { readRestricted } from '../accounts/restricted-accounts.ts';
import type { ServiceContext } from '../context.ts';
import { type Payout, selectPayouts } from './payout.ts';
import { assetSuspension, everyNetwork, readSuspensions } from './suspensions.ts';

/** A payout for the operator, with what it waits for. */
export interface ListedPayout {
  readonly payout: Payout;
  /** Undefined when it is over. */
  readonly waitsFor: string | undefined;
}

/** The newest payouts, or those in one state or of one account, and why each is where it is. */
export async function listPayouts(
  ctx: Pick<ServiceContext, 'db'>,
  query: {
    readonly id?: bigint;
    readonly account?: bigint;
    readonly state?: PayoutState;
    readonly limit: number;
  },
): Promise<ListedPayout[]> {
  const suspended = new Map((await readSuspensions(ctx.db)).map(({ network, reason }) => [network, reason]));
  const { id = null, account = null, state = null, limit } = query;
  const condition = sql`
    WHERE (${id}::bigint IS NULL OR payouts.id = ${id}::bigint)
      AND (${account}::bigint IS NULL OR account_id = ${account}::bigint)
      AND (${state}::text IS NULL OR state = ${state}::text)
    ORDER BY payouts.id DESC LIMIT ${limit}`;
  const [payouts, restricted] = await Promise.all([selectPayouts(ctx.db, condition), readRestricted(ctx)]);
  return payouts.map((payout) => {
    const keys = [payout.network, assetSuspension(payout.coin), everyNetwork];
    const key = keys.find((each) => suspended.has(each));
    const reason = key === undefined ? undefined : suspended.get(key);
    const isBarred = !wasSent(payout.state) && restricted.has(`${payout.coin}:${payout.address}`);
    return { payout, waitsFor: waitsFor(payout, reason, isBarred) };
  });
}

function waitsFor(payout: Payout, suspension: string | undefined, isBarred: boolean): string | undefined {
  if (isOver(payout.state)) return undefined;
  if (payout.hold !== null) return `an operator's approval: ${payout.hold}`;
  if (isBarred) return 'the restriction of its address';
  if (payout.note !== null) return payout.note;
  if (payout.state === 'seen') return `confirmations: ${payout.confirmations}/${payout.confirmationsNeeded}`;
  if (suspension !== undefined) return `the suspension of ${payout.network}: ${suspension}`;
  return wasSent(payout.state) && payout.state !== 'dead_proven' ? 'a block that has it' : 'its turn';
}
