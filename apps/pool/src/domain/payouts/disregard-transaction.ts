import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import { recordDecision } from '../kernel/decision.ts';
import type { JournalLine } from '../kernel/payout-journal.ts';
import { findJournalLine, findReserved, findSentLine, judgeLine } from './adopt-payout.ts';
import { findPaidAccount } from './booked-transactions.ts';
import type { PayoutContext } from './payout-context.ts';
import type { UnansweredNetwork } from './read-outgoing.ts';

type Context = Pick<PayoutContext, 'db' | 'clock' | 'rails'> & { readonly actor: string };

export type DisregardOutcome =
  | { readonly kind: 'done' }
  /** No wallet that answers has it, and one of these may: what it is cannot be judged. */
  | { readonly kind: 'not-answered'; readonly unanswered: readonly UnansweredNetwork[] }
  /** It pays this payout, which is reserved and would be paid again: it is to be adopted. */
  | { readonly kind: 'pays-payout'; readonly payout: bigint }
  /** It pays the address of an account, whose owner could be paid again: it is to be adopted. */
  | { readonly kind: 'pays-account'; readonly coin: string; readonly address: string };

/**
 * Says that a transaction is no payout, for example a withdrawal of the operator: comparisons name it no more. Refused where it is one by
 * what a wallet or a journal has of it, as far as it can be adopted (`adoptPayout`). Nothing is decided while the wallet of its network, or
 * where that is not known any wallet, does not answer.
 */
export async function disregardTransaction(
  ctx: Context,
  { txid, reason }: { readonly txid: string; readonly reason: string },
): Promise<DisregardOutcome> {
  const written = await findJournalLine(ctx.db, txid);
  const { line: sent, unanswered: all } = await findSentLine(ctx, txid);
  const unanswered = all.filter(({ network }) => network === (written?.network ?? network));
  if (sent === undefined && unanswered.length > 0) return { kind: 'not-answered', unanswered };
  const lines = [written, sent].filter((line) => line !== undefined);
  for (const line of lines.filter((each) => judgeLine(ctx.rails, each)?.kind !== 'altered')) {
    const reserved = await findReserved(ctx.db, line);
    if (reserved !== undefined) return { kind: 'pays-payout', payout: reserved.id };
    if (sent === undefined && (await isReplaced(ctx.db, line))) continue;
    const { coin, address, memo, amount } = line;
    if ((await findPaidAccount(ctx.db, [{ asset: coin, address, memo, amount }])) !== undefined)
      return { kind: 'pays-account', coin, address };
  }
  await ctx.db.transaction((tx) =>
    recordDecision(tx, ctx, { kind: 'disregard-transaction', subject: txid, reason }),
  );
  return { kind: 'done' };
}

/** Whether the payout that this line was signed for is paid by another transaction: adopting the line would pay it twice. */
async function isReplaced(db: Queryable, line: JournalLine): Promise<boolean> {
  const { payout, network, coin, address, memo, amount } = line;
  const rows = await db.query(sql`
    SELECT 1 FROM payouts
     WHERE id = ${payout} AND txid <> ${line.txid}
       AND (network, coin, address, memo, amount) = (${network}, ${coin}, ${address}, ${memo}, ${amount})`);
  return rows.length > 0;
}
