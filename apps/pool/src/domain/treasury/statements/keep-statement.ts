import sql from 'sql-template-tag';
import type { Transaction } from '../../../runtime/database/database.ts';
import type { ServiceContext } from '../../kernel/context.ts';
import type { ReportedPayment, StatementSource, UpstreamStatement } from '../../kernel/statement.ts';

/** A payment that its pool does not name any more for this long is taken back: a page may be wrong once, ms. */
const goneMs = 3_600_000;
/** One that was taken back says nothing after this time, ms: a pool could name others without end. */
const takenBackKeptMs = 30 * 24 * 3_600_000;
/** A thousand lines of one pool are open at most, and as many taken back: it could name others at each look. */
const linesMax = 1000;
/** What it counted is compared over hours, ms. */
const countsKeptMs = 3 * 24 * 3_600_000;

type Source = Pick<StatementSource, 'upstream' | 'algorithm' | 'coin' | 'arrivesWithinMs'>;

/**
 * Keeps what another pool said: sums, what it counted, and a line for each payment that it names. A line whose
 * pool has not named it for an hour is taken back. Its counter of payments is held against the lines: what it has more is a payment without a name,
 * or one that has no line because a thousand are open.
 */
export async function keepStatement(
  { db, clock }: Pick<ServiceContext, 'db' | 'clock'>,
  source: Source,
  statement: UpstreamStatement,
  nextInMs: number,
): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    const before = await lockStatement(tx, source);
    await openLines(tx, source, { payments: statement.payments, isFirst: before === undefined, now });
    await takeBack(tx, source, { statement, now });
    const named = await readNamed(tx, source);
    const { paid, owed, immature } = statement;
    const beyond = moreOf(paid, named.all);
    const baseline = baselineOf(before, moreOf(paid, named.still), now);
    const unnamed = moreOf(beyond, baseline.paidBefore);
    const isMore = unnamed > 0n;
    const { lower } = baseline;
    await tx.query(sql`
      UPDATE upstream_statements
         SET next_at = ${new Date(now + nextInMs)}, failures = 0, fault = NULL, answered_at = ${new Date(now)}, paid = ${paid},
             owed = ${owed}, immature = ${immature ?? null}, paid_before = ${baseline.paidBefore}, unnamed = ${unnamed},
             lower_since = ${lower === undefined ? null : new Date(lower.since)}, lower_most = ${lower?.most ?? null},
             unnamed_since = CASE WHEN ${isMore}::boolean THEN coalesce(unnamed_since, ${new Date(now)}::timestamptz) END
       WHERE ${ofSource(source)}`);
    await keepCounts(tx, source, { statement, now });
  });
}

const ofSource = ({ upstream, algorithm }: Pick<Source, 'upstream' | 'algorithm'>) =>
  sql`upstream = ${upstream} AND algorithm = ${algorithm}`;

const moreOf = (one: bigint, other: bigint): bigint => (one > other ? one - other : 0n);

/** What the counter had beyond the lines at the first look, in units of 10^-18. */
interface Baseline {
  readonly paidBefore: bigint;
  /** Since when (ms) it has had less beyond them at each look, and the most of that. */
  readonly lower: { readonly since: number; readonly most: bigint } | undefined;
}

/**
 * Its list and its counter may be of different moments. Where the counter was ahead at the first look, it has less beyond the lines from the next
 * on, and that counts once it has lasted. Where the list is ahead of it for a look, the counter has as much as before soon: what was paid before
 * the first look stays what it was then, or that payment would be missing for ever.
 *
 * @param beyond what the counter has more now than the lines that are named still
 */
function baselineOf(before: Baseline | undefined, beyond: bigint, now: number): Baseline {
  if (before === undefined) return { paidBefore: beyond, lower: undefined };
  const { paidBefore, lower } = before;
  if (beyond >= paidBefore) return { paidBefore, lower: undefined };
  const most = lower === undefined || beyond > lower.most ? beyond : lower.most;
  const since = lower?.since ?? now;
  return now - since >= goneMs
    ? { paidBefore: most, lower: undefined }
    : { paidBefore, lower: { since, most } };
}

/** What is known of it; undefined before its first answer. */
async function lockStatement(tx: Transaction, source: Source): Promise<Baseline | undefined> {
  const [row] = await tx.query<{
    paid_before: bigint | null;
    lower_since: Date | null;
    lower_most: bigint | null;
  }>(
    sql`SELECT paid_before, lower_since, lower_most FROM upstream_statements WHERE ${ofSource(source)} FOR UPDATE`,
  );
  if (row === undefined || row.paid_before === null) return undefined;
  const { paid_before: paidBefore, lower_since: since, lower_most: most } = row;
  return {
    paidBefore,
    lower: since === null || most === null ? undefined : { since: since.getTime(), most },
  };
}

async function openLines(
  tx: Transaction,
  { upstream, algorithm, coin, arrivesWithinMs }: Source,
  {
    payments,
    isFirst,
    now,
  }: { readonly payments: readonly ReportedPayment[]; readonly isFirst: boolean; readonly now: number },
): Promise<void> {
  const merged = mergeByTransaction(payments);
  const { known, room } = await readRoom(tx, { upstream, algorithm }, merged);
  let left = room;
  for (const { txid, amount, at } of merged) {
    if (!known.has(txid)) {
      if (left <= 0) continue;
      left -= 1;
    }
    const state = isFirst && now - at > arrivesWithinMs ? 'earlier' : 'open';
    await tx.query(sql`
      INSERT INTO upstream_lines AS old (upstream, algorithm, asset, txid, amount, state, said_at, seen_at, state_at)
      VALUES (${upstream}, ${algorithm}, ${coin}, ${txid}, ${amount}, ${state}, ${new Date(at)}, ${new Date(now)}, ${new Date(now)})
      ON CONFLICT (upstream, algorithm, txid) DO UPDATE
         SET gone_since = NULL, amount = ${amount},
             state = CASE WHEN old.state = 'taken-back' THEN 'open' ELSE old.state END,
             state_at = CASE WHEN old.state = 'taken-back' THEN ${new Date(now)}::timestamptz ELSE old.state_at END
       WHERE old.gone_since IS NOT NULL OR old.state = 'taken-back' OR old.amount <> ${amount}`);
  }
}

/** Which of these have a line, and how many more may be opened. */
async function readRoom(
  tx: Transaction,
  source: Pick<Source, 'upstream' | 'algorithm'>,
  payments: readonly ReportedPayment[],
): Promise<{ readonly known: ReadonlySet<string>; readonly room: number }> {
  const rows = await tx.query<{ txid: string }>(sql`
    SELECT txid FROM upstream_lines WHERE ${ofSource(source)} AND txid = ANY(${payments.map(({ txid }) => txid)}::text[])`);
  const [row] = await tx.query<{ open: number }>(
    sql`SELECT count(*)::int AS open FROM upstream_lines WHERE ${ofSource(source)} AND state = 'open'`,
  );
  return { known: new Set(rows.map(({ txid }) => txid)), room: linesMax - (row?.open ?? 0) };
}

/** One transaction may pay an account several times; nothing is no payment. */
function mergeByTransaction(payments: readonly ReportedPayment[]): readonly ReportedPayment[] {
  const merged = new Map<string, ReportedPayment>();
  for (const payment of payments) {
    const before = merged.get(payment.txid);
    if (payment.amount > 0n)
      merged.set(payment.txid, { ...payment, amount: payment.amount + (before?.amount ?? 0n) });
  }
  return [...merged.values()];
}

/** Open lines that the list should have and has not: one that is older than the whole list says nothing. */
async function takeBack(
  tx: Transaction,
  source: Source,
  { statement, now }: { readonly statement: UpstreamStatement; readonly now: number },
): Promise<void> {
  const { payments, isWhole } = statement;
  const oldest = isWhole ? 0 : Math.min(now, ...payments.map(({ at }) => at));
  const named = payments.map(({ txid }) => txid);
  const gone = sql`${ofSource(source)} AND state = 'open' AND said_at > ${new Date(oldest)} AND NOT txid = ANY(${named}::text[])`;
  await tx.query(
    sql`UPDATE upstream_lines SET gone_since = ${new Date(now)} WHERE ${gone} AND gone_since IS NULL`,
  );
  await tx.query(sql`
    UPDATE upstream_lines SET state = 'taken-back', state_at = ${new Date(now)}
     WHERE ${gone} AND gone_since <= ${new Date(now - goneMs)}`);
  await tx.query(sql`
    DELETE FROM upstream_lines WHERE ${ofSource(source)} AND state = 'taken-back' AND (state_at <= ${new Date(now - takenBackKeptMs)} OR txid IN (
      SELECT txid FROM upstream_lines WHERE ${ofSource(source)} AND state = 'taken-back' ORDER BY state_at DESC, txid OFFSET ${linesMax}))`);
}

/** What its lines come to, and those of them that it has not ceased to name. */
async function readNamed(
  tx: Transaction,
  source: Source,
): Promise<{ readonly all: bigint; readonly still: bigint }> {
  const [row] = await tx.query<{ all: bigint; still: bigint }>(sql`
    SELECT coalesce(sum(amount), 0) AS "all", coalesce(sum(amount) FILTER (WHERE gone_since IS NULL), 0) AS still
      FROM upstream_lines WHERE ${ofSource(source)} AND state <> 'taken-back'`);
  return row ?? { all: 0n, still: 0n };
}

async function keepCounts(
  tx: Transaction,
  source: Source,
  { statement: { hashrate, hashes }, now }: { readonly statement: UpstreamStatement; readonly now: number },
): Promise<void> {
  const { upstream, algorithm } = source;
  await tx.query(sql`
    DELETE FROM upstream_counts WHERE ${ofSource(source)} AND (at < ${new Date(now - countsKeptMs)} OR at > ${new Date(now)})`);
  await tx.query(sql`
    INSERT INTO upstream_counts (upstream, algorithm, at, hashrate, hashes)
    VALUES (${upstream}, ${algorithm}, ${new Date(now)}, ${hashrate ?? null}, ${hashes ?? null})
    ON CONFLICT DO NOTHING`);
}
