import sql from 'sql-template-tag';
import { firstRow, type Queryable } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';
import {
  type AlgorithmWork,
  countedHours,
  isOwnersShare,
  isOwnersShareAtAnyValue,
  ownerRules,
} from '../policy/owner-rules.ts';
import { readWorkValues } from './work-values.ts';

/** What judging sources needs. */
export type JudgeContext = Pick<ServiceContext, 'clock' | 'rates' | 'conversionCaps'>;

/**
 * The sources of a miner, as `SourceKeys.own`, that earned a quarter or more of its credited value in the counted hours; with
 * `at-any-value` whatever its work is worth that cannot be valued yet.
 */
export async function ownersSources(
  db: Queryable,
  ctx: JudgeContext,
  minerId: bigint,
  rule: 'by-value' | 'at-any-value' = 'by-value',
): Promise<ReadonlySet<string>> {
  const { from, to } = countedHours(ctx.clock.now());
  const [since, until] = [new Date(from), new Date(to)];
  // All accepted work is in the ten minutes, wherever it came from.
  const totals = await db.query<{ algorithm: string; work: bigint }>(sql`
    SELECT algorithm, sum(work) AS work FROM miner_ten_minutes
     WHERE miner_id = ${minerId} AND at >= ${since} AND at < ${until} GROUP BY algorithm`);
  if (totals.length === 0) return new Set();
  const parts = await db.query<{ source: string; algorithm: string; work: bigint }>(sql`
    SELECT source, algorithm, sum(work) AS work FROM source_work
     WHERE miner_id = ${minerId} AND hour >= ${since} AND hour < ${until} GROUP BY source, algorithm`);
  // With one algorithm values cancel out.
  const values =
    totals.length === 1
      ? new Map()
      : await readWorkValues(
          db,
          ctx,
          totals.map(({ algorithm }) => algorithm),
        );
  const bySource = new Map<string, Map<string, bigint>>();
  for (const { source, algorithm, work } of parts) {
    const works = bySource.get(source) ?? new Map<string, bigint>();
    bySource.set(source, works.set(algorithm, work));
  }
  const worksOf = (own: ReadonlyMap<string, bigint>): AlgorithmWork[] =>
    totals.map(({ algorithm, work }) => ({
      algorithm,
      ofSource: own.get(algorithm) ?? 0n,
      ofMiner: work,
    }));
  const isOwners = rule === 'by-value' ? isOwnersShare : isOwnersShareAtAnyValue;
  return new Set(
    [...bySource]
      .filter(([, own]) => isOwners(worksOf(own), (algorithm) => values.get(algorithm)))
      .map(([source]) => source),
  );
}

/** On how many UTC dates of the counted hours a source, as `SourceKeys.own`, had accepted work for the miner. */
export async function minedDays(
  db: Queryable,
  now: number,
  minerId: bigint,
  source: string,
): Promise<number> {
  const { from, to } = countedHours(now);
  const rows = await db.query<{ days: number }>(sql`
    SELECT count(DISTINCT (hour AT TIME ZONE 'UTC')::date)::int AS days FROM source_work
     WHERE miner_id = ${minerId} AND source = ${source} AND hour >= ${new Date(from)} AND hour < ${new Date(to)}`);
  return firstRow(rows).days;
}

/** Whether a source, as `SourceKeys.poolWide`, mined for too many miners in the last week to prove ownership. */
export async function isSharedSource(db: Queryable, now: number, poolWide: string): Promise<boolean> {
  const rows = await db.query(sql`
    SELECT 1 FROM source_miners WHERE source = ${poolWide} AND hour > ${new Date(now - ownerRules.oldestMs)}
     LIMIT ${ownerRules.minersMax + 1}`);
  return rows.length > ownerRules.minersMax;
}

/** Whether a miner had no accepted work for seven days: it is idle, or has only referral income. */
export async function isIdle(db: Queryable, now: number, minerId: bigint): Promise<boolean> {
  // A row of ten minutes may hold work up to ten minutes younger than it.
  const since = new Date(now - ownerRules.idleMs - 600_000);
  const rows = await db.query(sql`
    SELECT 1 FROM miner_ten_minutes WHERE miner_id = ${minerId} AND at > ${since} LIMIT 1`);
  return rows.length === 0;
}
