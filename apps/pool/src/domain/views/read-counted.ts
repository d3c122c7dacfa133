import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';

/** Hashes of the same hours: by the word of another pool, and as they were recorded here. */
export interface Counted {
  /** Its hashrate, on average, over those hours; undefined where it does not say it. */
  readonly byHashrate: bigint | undefined;
  /** What its counter grew by; undefined where it has none, or that went back. */
  readonly byHashes: bigint | undefined;
  /** What counts for miners here. */
  readonly recorded: bigint;
}

/** Over these hours it is compared, ms, and not before most of them have looks. */
const comparedMs = 6 * 3_600_000;
const leastMs = 5 * 3_600_000;

/** Undefined while too little is known: before five hours of looks, or where the newest is hours old. */
export async function readCounted(
  db: Queryable,
  { upstream, algorithm }: { readonly upstream: string; readonly algorithm: string },
  now: number,
): Promise<Counted | undefined> {
  const looks = await db.query<{ at: Date; hashrate: bigint | null; hashes: bigint | null }>(sql`
    SELECT at, hashrate, hashes FROM upstream_counts
     WHERE upstream = ${upstream} AND algorithm = ${algorithm} AND at BETWEEN ${new Date(now - comparedMs)} AND ${new Date(now)}
     ORDER BY at`);
  const [first, last] = [looks[0], looks.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const spanMs = last.at.getTime() - first.at.getTime();
  if (spanMs < leastMs) return undefined;
  const [row] = await db.query<{ work: bigint }>(sql`
    SELECT coalesce(sum(work), 0) AS work FROM slices JOIN slice_work ON slice_id = slices.id
     WHERE algorithm = ${algorithm} AND upstream = ${upstream} AND opened_at >= ${first.at} AND opened_at < ${last.at}`);
  const rates = looks.flatMap(({ hashrate }) => hashrate ?? []);
  const byHashrate =
    rates.length === 0
      ? undefined
      : (rates.reduce((sum, rate) => sum + rate, 0n) * BigInt(spanMs)) / (1000n * BigInt(rates.length));
  const byHashes =
    first.hashes === null || last.hashes === null || last.hashes < first.hashes
      ? undefined
      : last.hashes - first.hashes;
  return { byHashrate, byHashes, recorded: row?.work ?? 0n };
}
