import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { JournalLine, NumberedLine, PayoutJournal } from '../kernel/payout-journal.ts';
import { signings } from './signings.ts';
import { everyNetwork, suspendPayouts } from './suspensions.ts';

export type JournalOutcome =
  | { readonly kind: 'sound'; readonly lines: number }
  | { readonly kind: 'ahead'; readonly payouts: readonly bigint[] }
  | { readonly kind: 'broken'; readonly why: string };

/** In place of the payout of a line: what it pays is a sweep of the pool's own money. */
export const sweepLine = 0n;

/** A database loses its newest transactions: after this number of consecutive known lines, older ones are not read. */
const soundMax = 1000;
const pageSize = 200;

/**
 * Holds the journal of this process against the database, at the start. Lines that the database does not know mean that it lost its
 * newest transactions, or is an old copy: paying on from it would pay twice, so nothing leaves until an operator has compared. The lines
 * are written into the database, so that every process and the comparison know them.
 */
export async function checkJournal(
  ctx: Pick<ServiceContext, 'clock'> & { readonly db: Queryable; readonly journal: PayoutJournal },
): Promise<JournalOutcome> {
  const now = ctx.clock.now();
  const broken = ctx.journal.broken();
  if (broken !== undefined) {
    await suspendPayouts(ctx.db, { network: everyNetwork, reason: 'journal-broken', detail: broken }, now);
    return { kind: 'broken', why: broken };
  }
  const ahead = await linesAhead(ctx.db, ctx.journal);
  const tail = ctx.journal.tail();
  if (ahead.length === 0) return { kind: 'sound', lines: tail?.number ?? 0 };
  await storeFileLines(ctx.db, ahead);
  const payouts = ahead.map(({ payout }) => payout);
  const named = ahead.map(({ payout, txid }) => (payout === sweepLine ? `sweep ${txid}` : payout));
  const detail = `the journal has sent payouts that the database does not know: ${named.join(', ')}`;
  const mark = tail?.hash ?? '';
  await suspendPayouts(ctx.db, { network: everyNetwork, reason: 'journal-ahead', detail, mark }, now);
  return { kind: 'ahead', payouts };
}

/** The lines that say more than their payout: unknown, of another content, or not yet sent. The oldest first. */
export async function linesAhead(db: Queryable, journal: PayoutJournal): Promise<NumberedLine[]> {
  const lifted = await db.query<{ mark: string }>(sql`
    SELECT mark FROM payout_suspensions
     WHERE reason IN ('journal-ahead', 'rolled-back') AND lifted_at IS NOT NULL AND mark IS NOT NULL`);
  const marks = new Set(lifted.map(({ mark }) => mark));
  const ahead: NumberedLine[] = [];
  let page: NumberedLine[] = [];
  let sound = 0;
  for (const line of journal.newestFirst()) {
    // What an operator has looked at is not held against the database again.
    if (marks.has(line.hash) || sound >= soundMax) break;
    page.push(line);
    if (page.length < pageSize) continue;
    const found = await aheadOf(db, page);
    sound = found.length === 0 ? sound + page.length : 0;
    ahead.push(...found);
    page = [];
  }
  ahead.push(...(await aheadOf(db, page)));
  return ahead.toReversed();
}

/** Those of these lines that the database does not know as sent, in their order. */
export async function linesUnknown(db: Queryable, lines: readonly NumberedLine[]): Promise<NumberedLine[]> {
  const unknown: NumberedLine[] = [];
  for (let from = 0; from < lines.length; from += pageSize)
    unknown.push(...(await aheadOf(db, lines.slice(from, from + pageSize))));
  return unknown;
}

async function aheadOf(db: Queryable, lines: readonly NumberedLine[]): Promise<NumberedLine[]> {
  const rows = await db.query<
    Pick<JournalLine, 'txid' | 'coin' | 'address' | 'memo'> & { digest: string; state: string }
  >(sql`
    SELECT txid, coin, address, memo, encode(sha256(bytes), 'hex') AS digest, signing.state
      FROM ${signings} JOIN payout_transactions USING (txid)
     WHERE txid = ANY(${[...new Set(lines.map(({ txid }) => txid))]}::text[]) ORDER BY id`);
  const known = new Map(rows.map((row) => [paymentOf(row), row]));
  return lines.filter((line) => {
    const { bytes } = line;
    const row = known.get(paymentOf(line));
    const digest = createHash('sha256').update(bytes).digest('hex');
    return row?.digest !== digest || row.state === 'prepared';
  });
}

/** A transaction pays each of its payees once. */
export function paymentOf({
  txid,
  coin,
  address,
  memo,
}: Pick<JournalLine, 'txid' | 'coin' | 'address' | 'memo'>): string {
  return JSON.stringify([txid, coin, address, memo]);
}

/** The same of lines of a file. One that does not name its ledger is of unknown origin: evidence, by which nothing is paid. */
export async function storeFileLines(db: Queryable, lines: readonly NumberedLine[]): Promise<void> {
  for (const line of lines) await storeLines(db, [line], line.ledger === '' ? 'unknown' : 'file');
}

/** Makes lines known to every process. One that is known already stays as it is. */
export async function storeLines(
  db: Queryable,
  lines: readonly JournalLine[],
  origin: 'sent' | 'file' | 'chain' | 'unknown',
): Promise<void> {
  for (const { txid, payout, orderId, network, coin, address, memo, amount, bytes, proof, at } of lines)
    await db.query(sql`
      INSERT INTO payout_journal (txid, payout, order_id, network, coin, address, memo, amount, bytes, proof, at, origin)
      VALUES (${txid}, ${payout}, ${orderId ?? null}, ${network}, ${coin}, ${address}, ${memo}, ${amount}, ${bytes},
              ${JSON.stringify(proof)}::jsonb, ${new Date(at)}, ${origin})
      ON CONFLICT DO NOTHING`);
}

/** Whether any journal has a transaction: that of this process, or one that the database knows of. */
export async function isJournalled(
  { db, journal }: { readonly db: Queryable; readonly journal: PayoutJournal },
  payouts: readonly bigint[],
  txid: string,
): Promise<boolean> {
  if (payouts.some((id) => journal.has(id, txid))) return true;
  const lines = await db.query(sql`SELECT 1 FROM payout_journal WHERE txid = ${txid} LIMIT 1`);
  return lines.length > 0;
}
