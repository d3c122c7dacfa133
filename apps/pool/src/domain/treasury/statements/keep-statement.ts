import sql from 'sql-template-tag';
import type { Transaction } from '../../../runtime/database/database.ts';
import type { ServiceContext } from '../../kernel/context.ts';
import type { SaidPayment, StatementSource, UpstreamStatement } from '../../kernel/statement.ts';

/** A payment that its pool does not name any more for this long is taken back: a page may be wrong once, ms. */
const goneMs = 3_600_000;
/** One that was taken back says nothing after this time, ms: a pool could name others without end. */
const takenBackKeptMs = 30 * 24 * 3_600_000;
/** What it counted is compared over hours, ms. */
const countsKeptMs = 3 * 24 * 3_600_000;

type Source = Pick<StatementSource, 'upstream' | 'algorithm' | 'coin' | 'arrivesWithinMs'>;

/**
 * Keeps what another pool said: sums, what it counted, and a line for each payment that it names. A line whose
 * pool has not named it for an hour is taken back. Its counter of payments is held against the lines: what it has more is a payment without a name.
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
    const isFirst = before === undefined;
    await openLines(tx, source, { payments: statement.payments, isFirst, now });
    await takeBack(tx, source, { statement, now });
    const named = await readNamed(tx, source);
    const { paid, owed, immature } = statement;
    // Its list and its counter are of different moments: what either has more at first is explained by what the other has later.
    const beyond = paid > named ? paid - named : 0n;
    const paidBefore = isFirst || beyond < before.paidBefore ? beyond : before.paidBefore;
    const unnamed = beyond - paidBefore;
    const isMore = unnamed > 0n;
    await tx.query(sql`
      UPDATE upstream_statements
         SET next_at = ${new Date(now + nextInMs)}, failures = 0, fault = NULL, answered_at = ${new Date(now)}, paid = ${paid},
             owed = ${owed}, immature = ${immature ?? null}, paid_before = ${paidBefore}, unnamed = ${unnamed},
             unnamed_since = CASE WHEN ${isMore}::boolean THEN coalesce(unnamed_since, ${new Date(now)}::timestamptz) END
       WHERE ${ofSource(source)}`);
    await keepCounts(tx, source, { statement, now });
  });
}

const ofSource = ({ upstream, algorithm }: Source) =>
  sql`upstream = ${upstream} AND algorithm = ${algorithm}`;

/** What is known of it; undefined before its first answer. */
async function lockStatement(
  tx: Transaction,
  source: Source,
): Promise<{ readonly paidBefore: bigint } | undefined> {
  const [row] = await tx.query<{ paid_before: bigint | null }>(
    sql`SELECT paid_before FROM upstream_statements WHERE ${ofSource(source)} FOR UPDATE`,
  );
  const paidBefore = row?.paid_before ?? undefined;
  return paidBefore === undefined ? undefined : { paidBefore };
}

async function openLines(
  tx: Transaction,
  { upstream, algorithm, coin, arrivesWithinMs }: Source,
  {
    payments,
    isFirst,
    now,
  }: { readonly payments: readonly SaidPayment[]; readonly isFirst: boolean; readonly now: number },
): Promise<void> {
  for (const { txid, amount, at } of mergeByTransaction(payments)) {
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

/** One transaction may pay an account several times; nothing is no payment. */
function mergeByTransaction(payments: readonly SaidPayment[]): readonly SaidPayment[] {
  const merged = new Map<string, SaidPayment>();
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
    DELETE FROM upstream_lines WHERE ${ofSource(source)} AND state = 'taken-back' AND state_at <= ${new Date(now - takenBackKeptMs)}`);
}

async function readNamed(tx: Transaction, source: Source): Promise<bigint> {
  const [row] = await tx.query<{ named: bigint }>(sql`
    SELECT coalesce(sum(amount), 0) AS named FROM upstream_lines WHERE ${ofSource(source)} AND state <> 'taken-back'`);
  return row?.named ?? 0n;
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
