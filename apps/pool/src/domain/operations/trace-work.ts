import sql from 'sql-template-tag';
import { findMiner, type Miner } from '../miners/find-miner.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { type NamedAddress, nameMiner } from './name-miner.ts';
import { roundsOfSlice, type TracedRound } from './rounds-of-slice.ts';

/** A batch that was recorded when a share of that time was: the share is in one of them. Times in ms. */
export interface TracedBatch {
  readonly id: string;
  readonly algorithm: string;
  readonly shares: number;
  readonly recordedAt: number;
}

/** A slice of the work of an algorithm, and what of it is the worker's. */
export interface TracedSlice {
  readonly id: string;
  readonly algorithm: string;
  readonly openedAt: number;
  /** Null while it takes work. */
  readonly closedAt: number | null;
  /** The pool that gave the work, where another one did. */
  readonly upstream: string | null;
  readonly worker: string;
  readonly shares: number;
  /** In expected hashes, decimal. */
  readonly work: string;
  readonly rounds: readonly TracedRound[];
}

export type TraceOfWork =
  | Exclude<NamedAddress, { kind: 'named' }>
  | { readonly kind: 'never-mined'; readonly coin: string; readonly address: string }
  | { readonly kind: 'no-time' }
  | {
      readonly kind: 'traced';
      readonly uuid: string;
      readonly at: number;
      readonly until: number;
      readonly batches: readonly TracedBatch[];
      readonly slices: readonly TracedSlice[];
    };

interface Asked {
  readonly miner: string;
  readonly worker?: string | undefined;
  readonly at?: number | undefined;
  /** So long after its time a share is looked for among what was recorded. */
  readonly within: number;
}

/**
 * Follows a worker's share of some time to its entries: the batches that were recorded in the seconds after it, the slices that took work of
 * this worker then, the rounds that shared those slices, and their entries. Nothing is written for this when a share comes: a batch is one of
 * several, and a slice is what was open. Batches and slices are kept a day at least.
 */
export async function traceWork(
  ctx: Pick<ServiceContext, 'db' | 'clock' | 'secret'>,
  { miner: text, worker, at, within }: Asked,
): Promise<TraceOfWork> {
  if (at === undefined) return { kind: 'no-time' };
  const named = await nameMiner(ctx, text);
  if (named.kind !== 'named') return named;
  const { coin, address, uuid } = named;
  const miner = uuid === undefined ? undefined : await findMiner(ctx, uuid);
  if (miner === undefined) return { kind: 'never-mined', coin, address };
  const until = at + within * 1000;
  const slices = await readSlicesOf(ctx, miner, worker, { at, until });
  const batches = await readBatchesOf(
    ctx,
    slices.map(({ algorithm }) => algorithm),
    { at, until },
  );
  return { kind: 'traced', uuid: miner.uuid, at, until, batches, slices };
}

interface Span {
  readonly at: number;
  readonly until: number;
}

async function readBatchesOf(
  { db }: Pick<ServiceContext, 'db'>,
  algorithms: readonly string[],
  { at, until }: Span,
): Promise<readonly TracedBatch[]> {
  const rows = await db.query<{ id: string; algorithm: string; shares: bigint; recorded_at: Date }>(sql`
    SELECT id, algorithm, shares, recorded_at FROM work_batches
     WHERE recorded_at BETWEEN ${new Date(at)} AND ${new Date(until)} AND algorithm = ANY(${[...new Set(algorithms)]}::text[])
     ORDER BY recorded_at, id`);
  return rows.map(({ id, algorithm, shares, recorded_at: recordedAt }) => ({
    id,
    algorithm,
    shares: Number(shares),
    recordedAt: recordedAt.getTime(),
  }));
}

interface SliceRow {
  readonly id: bigint;
  readonly algorithm: string;
  readonly opened_at: Date;
  readonly closed_at: Date | null;
  readonly upstream: string | null;
  readonly worker: string;
  readonly simulated: boolean;
  readonly shares: bigint;
  readonly work: bigint;
}

async function readSlicesOf(
  ctx: Pick<ServiceContext, 'db'>,
  miner: Miner,
  worker: string | undefined,
  { at, until }: Span,
): Promise<readonly TracedSlice[]> {
  const rows = await ctx.db.query<SliceRow>(sql`
    SELECT slices.id, slices.algorithm, opened_at, closed_at, upstream, workers.name AS worker, slice_work.simulated,
           sum(slice_work.shares)::bigint AS shares, sum(slice_work.work) AS work
      FROM slices JOIN slice_work ON slice_id = slices.id JOIN workers ON workers.id = worker_id
     WHERE opened_at <= ${new Date(until)} AND (closed_at IS NULL OR closed_at >= ${new Date(at)})
       AND slice_work.miner_id = ${miner.id} AND (${worker ?? null}::text IS NULL OR workers.name = ${worker ?? null})
     GROUP BY slices.id, workers.name, slice_work.simulated ORDER BY slices.id, workers.name`);
  const traced: TracedSlice[] = [];
  // A farm has thousands of workers in one slice, whose rounds are the same.
  const roundsOf = new Map<string, readonly TracedRound[]>();
  for (const row of rows) {
    const { id, algorithm, upstream, simulated } = row;
    const key = `${id} ${simulated}`;
    const rounds =
      roundsOf.get(key) ?? (await roundsOfSlice(ctx.db, { id, algorithm, upstream, simulated }, miner.id));
    roundsOf.set(key, rounds);
    traced.push({
      id: id.toString(),
      algorithm,
      openedAt: row.opened_at.getTime(),
      closedAt: row.closed_at?.getTime() ?? null,
      upstream,
      worker: row.worker,
      shares: Number(row.shares),
      work: row.work.toString(),
      rounds,
    });
  }
  return traced;
}
