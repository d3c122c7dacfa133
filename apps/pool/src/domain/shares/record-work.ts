import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import { readClosures } from '../miners/coin-status.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { appendEvents, type NewEvent } from '../events/append-events.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import type { LiveEvent } from '../kernel/publisher.ts';
import { addWork, type OnlineWorker } from './add-work.ts';
import { capWorkers } from './cap-workers.ts';
import { countedSourcesOf } from './counted-sources.ts';
import { mergeWork } from './merge-work.ts';
import { parkBatch } from './parked-batches.ts';
import { recordRejects } from './record-rejects.ts';
import { recordSources } from './record-sources.ts';
import { countUncredited, judgeCredited } from './uncredited-work.ts';
import { touchMiners } from './touch-miners.ts';
import type { Relayed, WorkBatch } from '../kernel/work-batch.ts';

type Context = Pick<ServiceContext, 'db' | 'clock' | 'publisher' | 'secret'>;

interface RecordOptions {
  readonly simulated: boolean;
  /** Called after the commit with batches that were parked instead of counted. */
  readonly onParked?: (batches: readonly WorkBatch[]) => void;
}

/**
 * Records accepted work: miners and workers as they appear, the open slice of the algorithm, the minutes and ten minutes that hashrate
 * is computed from, and an event for each worker that came online. One transaction; a batch that was recorded before changes nothing and
 * answers `already-recorded`.
 */
export async function recordWork(
  ctx: Context,
  batch: WorkBatch,
  options: RecordOptions = { simulated: false },
): Promise<'recorded' | 'already-recorded'> {
  return (await recordBatches(ctx, [batch], options)) === 0 ? 'already-recorded' : 'recorded';
}

/**
 * The same for several batches of one algorithm in one transaction, in which a worker costs as much as in one batch. Each batch is
 * recorded once, whichever it comes with; answers how many were new. A batch so old that its id may have been deleted is parked,
 * because it might be counted twice.
 */
export async function recordBatches(
  ctx: Context,
  batches: readonly WorkBatch[],
  { simulated, onParked }: RecordOptions = { simulated: false },
): Promise<number> {
  if (batches.length === 0) return 0;
  const now = ctx.clock.now();
  crashPoint('batch-unrecorded');
  return ctx.db.transaction(async (tx) => {
    const parked = await parkForgotten(tx, batches, now);
    if (parked.length > 0) tx.afterCommit(() => onParked?.(parked));
    const counted = batches.filter((batch) => !parked.includes(batch));
    let recorded = 0;
    // Work of other pools has slices of its own. A log may hold what an earlier process took from another one.
    for (const group of bySource(counted)) recorded += await recordInto(tx, ctx, group, { simulated });
    return recorded;
  });
}

/**
 * The batches of each source together, in their order: mostly all of them. The groups have one order everywhere: two processes that record
 * those of a switch at once would wait for each other's slices.
 */
function bySource(batches: readonly WorkBatch[]): readonly (readonly WorkBatch[])[] {
  const groups = new Map<string, WorkBatch[]>();
  for (const batch of batches) {
    const source = sourceOf(batch.relayed);
    const group = groups.get(source);
    if (group === undefined) groups.set(source, [batch]);
    else group.push(batch);
  }
  return [...groups].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([, group]) => group);
}

function sourceOf(relayed: Relayed | undefined): string {
  return relayed === undefined ? '' : `${relayed.upstream} ${relayed.networkWork}`;
}

/** Records batches of one algorithm and source in the caller's transaction, however old they are; answers how many were new. */
export async function recordInto(
  tx: Transaction,
  ctx: Context,
  batches: readonly WorkBatch[],
  { simulated }: { readonly simulated: boolean },
): Promise<number> {
  const now = ctx.clock.now();
  const [fresh, closures] = await Promise.all([newBatches(tx, batches, now), readClosures(tx)]);
  const [first] = fresh;
  if (first === undefined) return 0;
  const { algorithm, relayed } = first;
  const lines = mergeWork(
    ctx.secret,
    fresh.flatMap((batch) => batch.lines),
    // The demo fleet may go on mining to delisted coins.
    simulated ? () => true : judgeCredited(closures),
  );
  const rejects = fresh.flatMap((batch) => batch.rejects ?? []);
  if (lines.length === 0) {
    await recordRejects(tx, ctx.secret, { algorithm, rejects });
    return fresh.length;
  }
  const minerIds = await touchMiners(tx, lines, { now, simulated });
  const capped = await capWorkers(tx, algorithm, lines, minerIds, now);
  const online = await addWork(tx, algorithm, capped, minerIds, { now, simulated, relayed });
  const cameOnline = online.flatMap((worker) => {
    const name = capped.eventName(worker.uuid, worker.name);
    return name === undefined ? [] : { ...worker, name };
  });
  await countUncredited(
    tx,
    algorithm,
    lines.filter(({ credited }) => !credited),
  );
  await recordSources(tx, {
    algorithm,
    lines,
    minerIds,
    secret: ctx.secret,
    counted: countedSourcesOf(ctx.db),
  });
  await recordRejects(tx, ctx.secret, { algorithm, rejects });
  const live = await appendEvents(tx, onlineEvents({ algorithm, simulated }, cameOnline, minerIds));
  crashPoint('batch-uncommitted');
  tx.afterCommit(() => {
    crashPoint('batch-unpublished');
    ctx.publisher.publish([...live, ...workedEvents(minerIds)]);
  });
  return fresh.length;
}

/**
 * Parks batches whose id may have been deleted: those without work after `up_to`. A batch is recorded after its newest work, so if it
 * has work after that moment and was recorded, its id is still there.
 */
async function parkForgotten(
  tx: Transaction,
  batches: readonly WorkBatch[],
  now: number,
): Promise<readonly WorkBatch[]> {
  const [mark] = await tx.query<{ up_to: Date }>(sql`SELECT up_to FROM forgotten_batches`);
  if (mark === undefined) return [];
  const old = batches.filter(
    ({ lines }) => lines.length > 0 && lines.every(({ lastAt }) => lastAt <= mark.up_to.getTime()),
  );
  if (old.length === 0) return [];
  const known = await tx.query<{ id: string }>(
    sql`SELECT id FROM work_batches WHERE id = ANY(${old.map(({ id }) => id)}::uuid[])`,
  );
  const knownIds = new Set(known.map(({ id }) => id));
  const parked = old.filter(({ id }) => !knownIds.has(id));
  for (const batch of parked) await parkBatch(tx, batch, { at: now, reason: 'too-old' });
  return parked;
}

async function newBatches(
  tx: Transaction,
  batches: readonly WorkBatch[],
  now: number,
): Promise<readonly WorkBatch[]> {
  const inserted = await tx.query<{ id: string }>(sql`
    INSERT INTO work_batches (id, algorithm, shares, work, recorded_at)
    SELECT id, algorithm, shares, work, ${new Date(now)}
      FROM unnest(
        ${batches.map(({ id }) => id)}::uuid[], ${batches.map(({ algorithm }) => algorithm)}::text[],
        ${batches.map(({ lines }) => lines.reduce((sum, line) => sum + line.shares, 0))}::bigint[],
        ${batches.map(({ lines }) => lines.reduce((sum, line) => sum + line.work, 0n))}::numeric[])
        AS batch (id, algorithm, shares, work)
     ORDER BY id
    ON CONFLICT (id) DO NOTHING RETURNING id`);
  const ids = new Set(inserted.map(({ id }) => id));
  // The write-ahead log may give one batch twice: it is new only once.
  return batches.filter(({ id }) => ids.delete(id));
}

function onlineEvents(
  { algorithm, simulated }: { readonly algorithm: string; readonly simulated: boolean },
  workers: readonly OnlineWorker[],
  minerIds: ReadonlyMap<string, bigint>,
): NewEvent[] {
  return workers.flatMap(({ uuid, name, firstAt }) => {
    const minerId = minerIds.get(uuid);
    if (minerId === undefined) return [];
    const body = { type: 'worker', name, algorithm, online: true, ...(simulated && { simulated }) } as const;
    return { minerId, uuid, at: firstAt, body };
  });
}

function workedEvents(minerIds: ReadonlyMap<string, bigint>): LiveEvent[] {
  return [...minerIds].map(([uuid, minerId]) => ({ kind: 'miner-worked', minerId, uuid }));
}
