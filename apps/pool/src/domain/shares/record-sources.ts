import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import { sourceMinerKey, splitSourceKey } from '../kernel/source-key.ts';
import type { CountedSources } from './counted-sources.ts';

const hourMs = 3_600_000;

interface SourcedLine {
  readonly uuid: string;
  readonly firstAt: number;
  readonly sources: ReadonlyMap<string, bigint>;
}

interface SourceWork {
  readonly minerId: bigint;
  readonly hour: number;
  readonly source: string;
  readonly work: bigint;
}

interface SourceMiner {
  readonly source: string;
  readonly miner: string;
  hour: number;
}

/**
 * Adds where work of one algorithm came from, by miner and hour, and which sources mine for how many miners. A line lies within one
 * minute, so within one hour. What `counted` has is in the database already; once this is committed it has these as well.
 */
export async function recordSources(
  tx: Transaction,
  batch: {
    readonly algorithm: string;
    readonly lines: readonly SourcedLine[];
    readonly minerIds: ReadonlyMap<string, bigint>;
    readonly secret: Uint8Array;
    readonly counted: CountedSources;
  },
): Promise<void> {
  const works: SourceWork[] = [];
  const miners = new Map<string, SourceMiner>();
  const added: { readonly hour: number; readonly key: string }[] = [];
  for (const { uuid, firstAt, sources } of batch.lines) {
    const minerId = batch.minerIds.get(uuid);
    if (minerId === undefined) continue;
    const hour = Math.floor(firstAt / hourMs) * hourMs;
    for (const [key, work] of sources) {
      if (work <= 0n) continue;
      const { own, poolWide } = splitSourceKey(key);
      works.push({ minerId, hour, source: own, work });
      if (poolWide === undefined || batch.counted.has(hour, key)) continue;
      addMiner(miners, { source: poolWide, miner: sourceMinerKey(batch.secret, poolWide, uuid), hour });
      added.push({ hour, key });
    }
  }
  if (works.length > 0) await storeWork(tx, batch.algorithm, works);
  if (miners.size === 0) return;
  await storeMiners(tx, [...miners.values()]);
  tx.afterCommit(() => {
    for (const { hour, key } of added) batch.counted.add(hour, key);
  });
}

function addMiner(miners: Map<string, SourceMiner>, seen: SourceMiner): void {
  const key = `${seen.source} ${seen.miner}`;
  const known = miners.get(key);
  if (known === undefined) miners.set(key, { ...seen });
  else known.hour = Math.max(known.hour, seen.hour);
}

async function storeWork(tx: Transaction, algorithm: string, rows: readonly SourceWork[]): Promise<void> {
  await tx.query(sql`
    INSERT INTO source_work AS known (miner_id, hour, algorithm, source, work)
    SELECT miner_id, timestamptz 'epoch' + hour * interval '1 millisecond', ${algorithm}, source, sum(work)
      FROM unnest(
        ${rows.map(({ minerId }) => minerId)}::bigint[], ${rows.map(({ hour }) => hour)}::bigint[],
        ${rows.map(({ source }) => source)}::text[], ${rows.map(({ work }) => work)}::numeric[])
        AS line (miner_id, hour, source, work)
     GROUP BY miner_id, hour, source ORDER BY miner_id, hour, source
    ON CONFLICT (miner_id, hour, algorithm, source) DO UPDATE SET work = known.work + excluded.work`);
}

/** A row is written once an hour at most: the newest hour is all that is kept. Another process may have written it. */
async function storeMiners(tx: Transaction, rows: readonly SourceMiner[]): Promise<void> {
  await tx.query(sql`
    INSERT INTO source_miners AS known (source, miner, hour)
    SELECT source, miner, timestamptz 'epoch' + hour * interval '1 millisecond'
      FROM unnest(
        ${rows.map(({ source }) => source)}::text[], ${rows.map(({ miner }) => miner)}::text[],
        ${rows.map(({ hour }) => hour)}::bigint[]) AS seen (source, miner, hour)
     ORDER BY source, miner
    ON CONFLICT (source, miner) DO UPDATE SET hour = excluded.hour WHERE known.hour < excluded.hour`);
}
