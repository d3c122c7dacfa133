import type { PayoutState } from '@openlode/ledger/payout-state';
import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { describeWait } from '../payouts/describe-wait.ts';
import { type Payout, selectPayouts } from '../payouts/payout.ts';
import type { ReserveContext } from '../payouts/payout-context.ts';
import { readWaits } from '../payouts/payout-wait.ts';

/** A payout for the operator, with what it waits for. */
export interface ListedPayout {
  readonly payout: Payout;
  /** Undefined when it is over. */
  readonly waitsFor: string | undefined;
}

/** The newest payouts, or those of one state, miner, coin or network, or since or before a time in ms, and why each is where it is. */
export async function listPayouts(
  ctx: Pick<ServiceContext, 'db' | 'clock'> & Partial<Pick<ReserveContext, 'payoutBlockReason'>>,
  query: {
    readonly id?: bigint;
    readonly miner?: bigint;
    readonly uuid?: string;
    readonly state?: PayoutState;
    readonly coin?: string;
    readonly network?: string;
    readonly since?: number;
    readonly before?: number;
    readonly limit: number;
  },
): Promise<ListedPayout[]> {
  const { id = null, miner = null, uuid = null, state = null, coin = null, network = null, limit } = query;
  const since = query.since === undefined ? null : new Date(query.since);
  const before = query.before === undefined ? null : new Date(query.before);
  const condition = sql`
    WHERE (${id}::bigint IS NULL OR payouts.id = ${id}::bigint)
      AND (${miner}::bigint IS NULL OR miner_id = ${miner}::bigint)
      AND (${uuid}::uuid IS NULL OR uuid = ${uuid}::uuid)
      AND (${state}::text IS NULL OR state = ${state}::text)
      AND (${coin}::text IS NULL OR payouts.coin = ${coin}::text)
      AND (${network}::text IS NULL OR payouts.network = ${network}::text)
      AND (${since}::timestamptz IS NULL OR reserved_at >= ${since}::timestamptz)
      AND (${before}::timestamptz IS NULL OR reserved_at < ${before}::timestamptz)
    ORDER BY payouts.id DESC LIMIT ${limit}`;
  const payouts = await selectPayouts(ctx.db, condition);
  const waits = await readWaits(ctx.db, payouts, ctx.clock.now(), ctx.payoutBlockReason?.());
  return payouts.map((payout) => {
    const wait = waits.get(payout.id);
    return { payout, waitsFor: wait && describeWait(wait) };
  });
}
