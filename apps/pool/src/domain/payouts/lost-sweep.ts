import sql from 'sql-template-tag';
import type { JournalLine } from '../kernel/payout-journal.ts';
import { findPaidMiner } from './booked-transactions.ts';
import { sweepLine } from './check-journal.ts';
import type { PayoutContext } from './payout-context.ts';

/**
 * Whether what the database does not know is a sweep that it has lost: a journal says so, or it pays one cold address of the file, or one
 * address of an exchange, and no miner.
 *
 * @param lines everything that journals and wallets have of the transaction
 */
export async function isLostSweep(
  { db, floats = [] }: Pick<PayoutContext, 'db' | 'floats'>,
  { coin, network, address, memo, amount }: JournalLine,
  lines: readonly JournalLine[],
): Promise<boolean> {
  if (lines.some(({ payout }) => payout !== sweepLine)) return false;
  if (new Set(lines.map((each) => each.address)).size > 1) return false;
  if (lines.some(({ orderId }) => orderId?.startsWith('sweep-') === true)) return true;
  // Who mined to it after it left was paid nothing by it.
  const leftAt = Math.min(...lines.map(({ at }) => at));
  const isOwn =
    floats.some((float) => float.coin === coin && float.network === network && float.cold === address) ||
    (
      await db.query(sql`
        SELECT 1 FROM place_addresses WHERE (coin, network, address) = (${coin}, ${network}, ${address}) LIMIT 1`)
    ).length > 0;
  return isOwn && (await findPaidMiner(db, [{ asset: coin, address, memo, amount }], leftAt)) === undefined;
}
