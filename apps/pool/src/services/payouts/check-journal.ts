import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Queryable } from '../../db/database.ts';
import type { ServiceContext } from '../context.ts';
import type { PayoutJournal } from '../ports/payout-journal.ts';
import { everyNetwork, suspendPayouts } from './suspensions.ts';

export type JournalOutcome =
  | { readonly kind: 'sound'; readonly lines: number }
  | { readonly kind: 'ahead'; readonly payouts: readonly bigint[] }
  | { readonly kind: 'broken'; readonly why: string };

/**
 * Holds the journal of this process against the database, at the start. Lines that the database does not know mean that it lost its
 * newest transactions, or is an old copy: paying on from it would pay twice, so nothing leaves until an operator has looked.
 */
export async function checkJournal(
  ctx: Pick<ServiceContext, 'db' | 'clock'> & { readonly journal: PayoutJournal },
): Promise<JournalOutcome> {
  const now = ctx.clock.now();
  const broken = ctx.journal.broken();
  if (broken !== undefined) {
    await suspendPayouts(ctx.db, { network: everyNetwork, reason: 'journal-broken', detail: broken }, now);
    return { kind: 'broken', why: broken };
  }
  const ahead = await linesAhead(ctx.db, ctx.journal);
  const mark = ctx.journal.lines().at(-1)?.hash ?? '';
  if (ahead.length === 0) return { kind: 'sound', lines: ctx.journal.lines().length };
  const detail = `the journal has sent payouts that the database does not know: ${ahead.join(', ')}`;
  await suspendPayouts(ctx.db, { network: everyNetwork, reason: 'journal-ahead', detail, mark }, now);
  return { kind: 'ahead', payouts: ahead };
}

/** The payouts whose line says more than their row: unknown, of another content, or not yet sent. */
export async function linesAhead(db: Queryable, journal: PayoutJournal): Promise<bigint[]> {
  const lines = journal.lines();
  const lifted = await db.query<{ mark: string }>(sql`
    SELECT mark FROM payout_suspensions WHERE reason = 'journal-ahead' AND lifted_at IS NOT NULL`);
  const marks = new Set(lifted.map(({ mark }) => mark));
  const looked = lines.findLast(({ hash }) => marks.has(hash))?.number ?? 0;
  const due = lines.filter(({ number }) => number > looked);
  const rows = await db.query<{ id: bigint; txid: string | null; digest: string | null; state: string }>(sql`
    SELECT id, txid, encode(sha256(signed), 'hex') AS digest, state FROM payouts
     WHERE id = ANY(${due.map(({ payout }) => payout)}::bigint[])`);
  const known = new Map(rows.map((row) => [row.id, row]));
  return due
    .filter(({ payout, txid, bytes }) => {
      const row = known.get(payout);
      const digest = createHash('sha256').update(bytes).digest('hex');
      return (
        row?.txid !== txid || row.digest !== digest || row.state === 'reserved' || row.state === 'prepared'
      );
    })
    .map(({ payout }) => payout);
}
