import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { paymentOf } from '../payouts/announce-payout.ts';
import type { Payment } from '../kernel/payment.ts';
import { type Payout, selectPayouts } from '../payouts/payout.ts';

/** A payment with where it went and what it was worth. */
export interface PastPayment extends Payment, Pick<Payout, 'coin' | 'address' | 'memo'> {
  /** In units of 10^-18 dollars, at the price of the moment in which it was asked for; null where there was none. */
  readonly usd: bigint | null;
}

/** Read at once; small enough that nothing else waits for it. */
const rowsPerPage = 500;

/** Every payment of a miner, the oldest first, read page by page while it is taken. */
export async function* readPaymentHistory(
  ctx: Pick<ServiceContext, 'db'>,
  minerId: bigint,
): AsyncGenerator<readonly PastPayment[]> {
  let last = 0n;
  for (;;) {
    const payouts = await selectPayouts(
      ctx.db,
      sql`WHERE miner_id = ${minerId} AND payouts.id > ${last} ORDER BY payouts.id LIMIT ${rowsPerPage}`,
    );
    const values = await ctx.db.query<{ id: bigint; usd: bigint | null }>(
      sql`SELECT id, usd FROM payouts WHERE id = ANY(${payouts.map(({ id }) => id)}::bigint[])`,
    );
    const usd = new Map(values.map((row) => [row.id, row.usd]));
    if (payouts.length > 0)
      yield payouts.map((payout) => ({
        ...paymentOf(payout),
        coin: payout.coin,
        address: payout.address,
        memo: payout.memo,
        usd: usd.get(payout.id) ?? null,
      }));
    last = payouts.at(-1)?.id ?? last;
    if (payouts.length < rowsPerPage) return;
  }
}
