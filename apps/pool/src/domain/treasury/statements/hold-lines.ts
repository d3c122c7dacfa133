import sql from 'sql-template-tag';
import type { ServiceContext } from '../../kernel/context.ts';
import type { Wallet } from '../../kernel/wallet.ts';
import { readUnbooked } from '../read-unbooked.ts';

/** A payment may arrive with so much less than its pool says: some name it before the fee of its transaction. Percent. */
const feePercentMax = 5n;

/**
 * Of the payments of one coin that are said and not booked: whether the wallets hold so much more than the ledger says, the oldest first. What is
 * held stands for one line, whichever pool it is of. Rejects where the wallet does not answer: nothing changes then.
 */
export async function holdLines(
  { db, wallet }: Pick<ServiceContext, 'db'> & { readonly wallet: Wallet },
  { coin, network }: { readonly coin: string; readonly network: string },
): Promise<void> {
  const lines = await db.query<{ upstream: string; algorithm: string; txid: string; amount: bigint }>(sql`
    SELECT upstream, algorithm, txid, amount FROM upstream_lines WHERE asset = ${coin} AND state = 'open'
     ORDER BY seen_at, said_at, upstream, txid`);
  if (lines.length === 0) return;
  const { amounts, unanswered } = await wallet.holdings();
  const silent = unanswered.find((each) => each.network === network);
  if (silent !== undefined) throw new Error(`the wallet of ${network} does not answer: ${silent.why}`);
  let rest = await readUnbooked(db, coin, amounts.get(coin) ?? 0n);
  for (const { upstream, algorithm, txid, amount } of lines) {
    const isHeld = rest * 100n >= amount * (100n - feePercentMax);
    if (isHeld) rest -= rest < amount ? rest : amount;
    await db.query(sql`
      UPDATE upstream_lines SET is_held = ${isHeld}
       WHERE upstream = ${upstream} AND algorithm = ${algorithm} AND txid = ${txid} AND is_held <> ${isHeld}`);
  }
}
