import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { ExchangeTransfer, WatchedExchange } from '../../kernel/exchange.ts';
import type { PayoutContext } from '../../payouts/payout-context.ts';
import { moveTransit, recordMs, selectTransits, type TransitRow } from './transits.ts';

type Context = Pick<PayoutContext, 'db' | 'clock'>;

/**
 * Books what an exchange has credited: transfers whose transaction its own record names, with the amount to the unit, as done. What it says
 * otherwise is kept beside the transfer, and booked by no one but an operator. One that was written off as lost is taken back by its record.
 *
 * @throws Error where the exchange does not answer the whole of its record
 */
export async function bookArrivals(ctx: Context, exchange: WatchedExchange): Promise<void> {
  const now = ctx.clock.now();
  const waiting = await selectTransits(
    ctx.db,
    sql`WHERE place = ${exchange.name} AND state IN ('open', 'written-off') AND opened_at >= ${new Date(now - recordMs)} ORDER BY sweep`,
  );
  for (const coin of new Set(waiting.map((each) => each.coin))) {
    const own = waiting.filter((each) => each.coin === coin);
    const since = Math.max(Math.min(...own.map(({ leftAt }) => leftAt.getTime())), now - recordMs);
    const records = await exchange.transfers('deposit', coin, since);
    for (const transit of own) await bookArrival(ctx, transit, records);
  }
}

async function bookArrival(
  ctx: Context,
  transit: TransitRow,
  records: readonly ExchangeTransfer[],
): Promise<void> {
  const judged = judgeRecords(transit, records);
  const at = ctx.clock.now();
  if ('record' in judged) {
    await ctx.db.transaction((tx) => moveTransit(tx, transit, 'arrived', at, judged));
    return;
  }
  const { note } = judged;
  await ctx.db.query(sql`
    UPDATE place_transits SET note = ${note} WHERE sweep = ${transit.sweep} AND state = 'open' AND note IS DISTINCT FROM ${note}`);
}

type Judged = { readonly record: string } | { readonly note: string | null };

/** What the record of an exchange says of one transfer. Pure. */
export function judgeRecords(
  { txid, ids, amount, coin, place }: Pick<TransitRow, 'txid' | 'ids' | 'amount' | 'coin' | 'place'>,
  records: readonly ExchangeTransfer[],
): Judged {
  const own = new Set([txid, ...ids].map((each) => each.toLowerCase()));
  const all = records.filter((each) => each.txid !== undefined && own.has(each.txid.toLowerCase()));
  // Of two forms of one transaction its network took one: the other is named as failed.
  const isOther = (each: ExchangeTransfer): boolean =>
    all.some(({ txid: id, state }) => state !== 'failed' && id !== each.txid);
  const named = all.filter((each) => each.state !== 'failed' || !isOther(each));
  const [only] = named;
  if (only === undefined) return { note: null };
  if (named.length > 1) return { note: `${place} names its transaction ${named.length} times` };
  if (only.state === 'failed') return { note: `${place} names it as failed` };
  if (only.amount !== amount || only.fee !== 0n)
    return {
      note: `${place} names ${formatAmount(only.amount)} ${coin} with a fee of ${formatAmount(only.fee)} for it, and not ${formatAmount(amount)}`,
    };
  return only.state === 'done' ? { record: only.exchangeId } : { note: `${place} has not credited it yet` };
}
