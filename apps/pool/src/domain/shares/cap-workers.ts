import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';

/** Workers that are kept by name, of one miner over all algorithms. */
const namedWorkersMax = 1000;
/** New names in a day (UTC): of one miner, and of one source in one miner. */
const newNamesADay = { miner: 1000, source: 250 };
/** The name of all workers beyond these limits together. */
export const otherWorkers = 'others';
/** How many new workers of a day get an event each; after that there is one event for many, named `others`. */
const newWorkerEventsMax = 50;

interface NamedLine {
  readonly uuid: string;
  readonly worker: string;
  readonly sources: ReadonlyMap<string, bigint>;
}

export interface CappedLines<Line> {
  readonly lines: readonly Line[];
  /** The name for the event of a worker that came online; undefined where it has none. */
  eventName(uuid: string, worker: string): string | undefined;
  /** False for a worker that is known to be online. */
  mayComeOnline(uuid: string, worker: string): boolean;
}

interface MinerCount {
  /** Workers of the miner by now. */
  named: number;
  today: number;
  readonly bySource: Map<string, number>;
  readonly added: Map<string, number>;
}

/**
 * Anyone may mine to any address, so strangers could fill a miner with worker names. Known workers keep their names; a new one beyond
 * the limits of its miner or source is counted under one common name, and no work is lost. The caller has locked the miners.
 */
export async function capWorkers<Line extends NamedLine>(
  tx: Transaction,
  algorithm: string,
  lines: readonly Line[],
  minerIds: ReadonlyMap<string, bigint>,
  now: number,
): Promise<CappedLines<Line>> {
  const { unknown, absent } = await absentWorkers(tx, algorithm, lines, minerIds);
  const mayComeOnline = (uuid: string, worker: string): boolean =>
    absent.size > 0 && (worker === otherWorkers || absent.has(keyOf(uuid, worker)));
  if (unknown.size === 0) return { lines, eventName: (_uuid, worker) => worker, mayComeOnline };
  const day = new Date(now).toISOString().slice(0, 10);
  const ids = [...new Set([...unknown.values()].map(({ minerId }) => minerId))];
  const counts = await readCounts(tx, ids, day);
  const eventNames = new Map<string, string | undefined>();
  const renamed = new Set<string>();
  for (const [key, { minerId, worker, source }] of unknown) {
    const count = counts.get(minerId);
    if (count === undefined || worker === otherWorkers) continue;
    if (!hasRoom(count, source)) {
      renamed.add(key);
      continue;
    }
    count.named += 1;
    count.today += 1;
    count.bySource.set(source, (count.bySource.get(source) ?? 0) + 1);
    count.added.set(source, (count.added.get(source) ?? 0) + 1);
    if (count.today > newWorkerEventsMax)
      eventNames.set(key, count.today % newWorkerEventsMax === 0 ? otherWorkers : undefined);
  }
  await addCounts(tx, counts, day);
  return {
    lines: lines.map((line) =>
      renamed.has(keyOf(line.uuid, line.worker)) ? { ...line, worker: otherWorkers } : line,
    ),
    eventName(uuid, worker) {
      const key = keyOf(uuid, worker);
      return eventNames.has(key) ? eventNames.get(key) : worker;
    },
    mayComeOnline,
  };
}

function hasRoom({ named, today, bySource }: MinerCount, source: string): boolean {
  return (
    named < namedWorkersMax &&
    today < newNamesADay.miner &&
    (source === '' || (bySource.get(source) ?? 0) < newNamesADay.source)
  );
}

interface UnknownWorker {
  readonly minerId: bigint;
  readonly worker: string;
  readonly source: string;
}

/** Workers that are not online, by `keyOf`, and those of them that there are not yet. */
async function absentWorkers(
  tx: Transaction,
  algorithm: string,
  lines: readonly NamedLine[],
  minerIds: ReadonlyMap<string, bigint>,
): Promise<{ readonly unknown: ReadonlyMap<string, UnknownWorker>; readonly absent: ReadonlySet<string> }> {
  const rows = await tx.query<{ nth: number; known: boolean }>(sql`
    SELECT line.nth::integer AS nth, workers.id IS NOT NULL AS known
      FROM unnest(${lines.map(({ uuid }) => minerIds.get(uuid))}::bigint[], ${lines.map(({ worker }) => worker)}::text[])
           WITH ORDINALITY AS line (miner_id, name, nth)
      LEFT JOIN workers ON workers.miner_id = line.miner_id AND workers.algorithm = ${algorithm} AND workers.name = line.name
     WHERE workers.online IS NOT true ORDER BY line.nth`);
  const unknown = new Map<string, UnknownWorker>();
  const absent = new Set<string>();
  for (const { nth, known } of rows) {
    const line = lines[nth - 1];
    const minerId = line && minerIds.get(line.uuid);
    if (line === undefined || minerId === undefined) continue;
    const key = keyOf(line.uuid, line.worker);
    absent.add(key);
    const [source = ''] = line.sources.keys();
    if (!known && !unknown.has(key)) unknown.set(key, { minerId, worker: line.worker, source });
  }
  return { unknown, absent };
}

async function readCounts(
  tx: Transaction,
  ids: readonly bigint[],
  day: string,
): Promise<ReadonlyMap<bigint, MinerCount>> {
  const counts = new Map<bigint, MinerCount>(
    ids.map((id) => [id, { named: 0, today: 0, bySource: new Map(), added: new Map() }]),
  );
  const named = await tx.query<{ miner_id: bigint; workers: bigint }>(sql`
    SELECT miner_id, count(*) AS workers FROM workers WHERE miner_id = ANY(${ids}::bigint[]) GROUP BY miner_id`);
  for (const { miner_id: id, workers } of named) {
    const count = counts.get(id);
    if (count !== undefined) count.named = Number(workers);
  }
  const today = await tx.query<{ miner_id: bigint; source: string; workers: number }>(sql`
    SELECT miner_id, source, workers FROM new_workers WHERE miner_id = ANY(${ids}::bigint[]) AND day = ${day}::date`);
  for (const { miner_id: id, source, workers } of today) {
    const count = counts.get(id);
    count?.bySource.set(source, workers);
    if (count !== undefined) count.today += workers;
  }
  return counts;
}

async function addCounts(
  tx: Transaction,
  counts: ReadonlyMap<bigint, MinerCount>,
  day: string,
): Promise<void> {
  const rows = [...counts].flatMap(([id, { added }]) =>
    [...added].map(([source, workers]) => ({ id, source, workers })),
  );
  if (rows.length === 0) return;
  await tx.query(sql`
    INSERT INTO new_workers AS known (miner_id, day, source, workers)
    SELECT miner_id, ${day}::date, source, workers
      FROM unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ source }) => source)}::text[],
                  ${rows.map(({ workers }) => workers)}::integer[]) AS line (miner_id, source, workers)
     ORDER BY miner_id, source
    ON CONFLICT (miner_id, day, source) DO UPDATE SET workers = known.workers + excluded.workers`);
}

function keyOf(uuid: string, worker: string): string {
  return `${uuid} ${worker}`;
}
