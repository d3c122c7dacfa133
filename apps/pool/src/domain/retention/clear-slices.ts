import sql, { type Sql } from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { windowStart } from '../rounds/read-window.ts';
import { windowFactor } from '../policy/round-rules.ts';
import { countCleared } from './count-cleared.ts';
import { difficultyMargin, kept, rowsPerTransaction } from '../policy/retention-rules.ts';

/** Rounds in these states never look at their window again. */
const endedStates = sql`('credited', 'refused', 'orphaned')`;
/** How many of the oldest slices are searched for slices in which no miner earned. */
const looksMax = 1000;

/** The algorithms with slices old enough to be deleted. Most algorithms of a pool have none, so one query asks for all. */
export async function algorithmsWithOldSlices(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
): Promise<ReadonlySet<string>> {
  const rows = await ctx.db.query<{ algorithm: string }>(
    sql`SELECT DISTINCT algorithm FROM slices WHERE ${oldAt(ctx.clock.now())}`,
  );
  return new Set(rows.map(({ algorithm }) => algorithm));
}

/** Of slices: closed more than a day ago, and not forgotten yet. */
const oldAt = (now: number): Sql => sql`cleared_at IS NULL AND closed_at <= ${new Date(now - kept.slicesMs)}`;

/**
 * Deletes slices of an algorithm that are older than a day and that no window reaches: not that of an open round, not that of a round
 * that ended within the day, and not that of a block found now, even if the network's difficulty has multiplied (`difficultyMargin`).
 * `networkWork` is the work for a block now. For a chain that does not say it, that of its newest round counts, and without it and a round
 * no slice that earns is ever deleted. A slice that a round ended with keeps its row, without its work. Answers how many rows were deleted.
 */
export async function clearSlices(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  {
    algorithm,
    networkWork,
    silent = [],
    simulated,
  }: {
    readonly algorithm: string;
    /** Of several chains the most; where none says it, the newest round of each chain counts, also of one that is gone. */
    readonly networkWork: bigint | undefined;
    /** Chains of the pool that do not say it while others do. */
    readonly silent?: readonly string[];
    /** The kind of work that the algorithm's blocks reward here. */
    readonly simulated: boolean;
  },
  rowsMax = rowsPerTransaction,
): Promise<number> {
  const now = ctx.clock.now();
  const before = new Date(now - kept.slicesMs);
  const old = sql`algorithm = ${algorithm} AND upstream IS NULL AND ${oldAt(now)}`;
  return ctx.db.transaction(async (tx) => {
    const rounds = await readRounds(tx, algorithm, before);
    const ofRounds = await newestWork(tx, algorithm, networkWork === undefined ? undefined : silent);
    const most = [networkWork, ofRounds].reduce((a, b) => (a === undefined || (b ?? 0n) > a ? b : a));
    const keptFrom = await firstNeeded(tx, { algorithm, simulated }, most, rounds);
    if (keptFrom !== undefined) {
      return clear(tx, sql`${old} AND id < ${keptFrom}`, { rowsMax, now });
    }
    if (rounds.anyOpen) return 0;
    // Work of the other kind counts in no window.
    const unearned = sql`id IN (
      SELECT id FROM (SELECT id FROM slices WHERE ${old} ORDER BY id LIMIT ${looksMax}) AS oldest
       WHERE NOT EXISTS (SELECT 1 FROM slice_work WHERE slice_id = oldest.id AND simulated = ${simulated}))`;
    return clear(tx, unearned, { rowsMax, now });
  });
}

/**
 * Deletes slices of work that other pools gave and have paid for, a day ago at least: until then a further payment may be shared by the
 * same work. What is not paid for is kept, however old it is. Answers how many rows were deleted.
 */
export async function clearPaidSlices(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  rowsMax = rowsPerTransaction,
): Promise<number> {
  const now = ctx.clock.now();
  const paid = sql`upstream IS NOT NULL AND ${oldAt(now)} AND EXISTS (
    SELECT 1 FROM incomes
     WHERE incomes.algorithm = slices.algorithm AND incomes.upstream = slices.upstream AND last_slice >= slices.id
       AND booked_at <= ${new Date(now - kept.slicesMs)})`;
  return ctx.db.transaction((tx) => clear(tx, paid, { rowsMax, now }));
}

interface Rounds {
  readonly anyOpen: boolean;
  /** The oldest slice that ended an open or recently ended round, and the largest network work among those rounds. */
  readonly oldest: { readonly lastSliceId: bigint; readonly networkWork: bigint } | undefined;
}

async function readRounds(tx: Transaction, algorithm: string, before: Date): Promise<Rounds> {
  const [needed] = await tx.query<{
    open: bigint;
    last_slice_id: bigint | null;
    network_work: bigint | null;
  }>(sql`
    SELECT count(*) FILTER (WHERE open) AS open, min(last_slice_id) AS last_slice_id, max(network_work) AS network_work
      FROM (
        SELECT true AS open, last_slice_id, network_work FROM rounds
         WHERE algorithm = ${algorithm} AND upstream IS NULL AND state NOT IN ${endedStates}
        UNION ALL
        SELECT false, last_slice_id, network_work FROM rounds
         WHERE algorithm = ${algorithm} AND upstream IS NULL AND state IN ${endedStates} AND state_at > ${before}) AS needed`);
  const { last_slice_id: lastSliceId = null, network_work: networkWork = null } = needed ?? {};
  return {
    anyOpen: (needed?.open ?? 0n) > 0n,
    oldest: lastSliceId === null || networkWork === null ? undefined : { lastSliceId, networkWork },
  };
}

/** The most work that the newest round of a chain took: with several chains, the newest round of all is mostly the easiest chain's. */
async function newestWork(
  tx: Transaction,
  algorithm: string,
  chains: readonly string[] | undefined,
): Promise<bigint | undefined> {
  if (chains?.length === 0) return undefined;
  const ofChains = chains === undefined ? sql`true` : sql`chain = ANY(${chains}::text[])`;
  const [row] = await tx.query<{ most: bigint | null }>(sql`
    SELECT max(network_work) AS most
      FROM (SELECT DISTINCT ON (chain) network_work FROM rounds
             WHERE algorithm = ${algorithm} AND upstream IS NULL AND ${ofChains} ORDER BY chain, found_at DESC) AS newest`);
  return row?.most ?? undefined;
}

/** The oldest slice that some window reaches; undefined where a window reaches all slices or its length is unknown. */
async function firstNeeded(
  tx: Transaction,
  kind: { readonly algorithm: string; readonly simulated: boolean },
  networkWork: bigint | undefined,
  { oldest }: Rounds,
): Promise<bigint | undefined> {
  if (networkWork === undefined) return undefined;
  const [newest] = await tx.query<{ id: bigint }>(
    sql`SELECT id FROM slices WHERE algorithm = ${kind.algorithm} AND upstream IS NULL ORDER BY id DESC LIMIT 1`,
  );
  if (newest === undefined) return undefined;
  const target = difficultyMargin * windowFactor * networkWork;
  const future = await windowStart(tx, { ...kind, lastSliceId: newest.id, target });
  if (oldest === undefined || future === undefined) return future;
  const past = await windowStart(tx, {
    ...kind,
    lastSliceId: oldest.lastSliceId,
    target: windowFactor * oldest.networkWork,
  });
  return past === undefined ? undefined : past < future ? past : future;
}

/** First the work, then the slices that have none left; one that a round names stays, marked. */
async function clear(
  tx: Transaction,
  old: Sql,
  { rowsMax, now }: { readonly rowsMax: number; readonly now: number },
): Promise<number> {
  const rows = await countCleared(tx, 'slices', {
    deletion: sql`
      DELETE FROM slice_work WHERE ctid = ANY(ARRAY(
        SELECT slice_work.ctid FROM (SELECT id FROM slices WHERE ${old} ORDER BY id) AS old
          JOIN slice_work ON slice_id = old.id LIMIT ${rowsMax}))
      RETURNING slice_id, work, shares`,
    gone: sql`SELECT algorithm, deleted.work, shares FROM deleted JOIN slices ON slices.id = slice_id`,
  });
  const empty = sql`id IN (
    SELECT id FROM slices WHERE ${old} AND NOT EXISTS (SELECT 1 FROM slice_work WHERE slice_id = slices.id)
     ORDER BY id LIMIT ${rowsMax})`;
  const marked = await tx.query(sql`
    UPDATE slices SET cleared_at = ${new Date(now)}
     WHERE ${empty} AND EXISTS (SELECT 1 FROM rounds WHERE last_slice_id = slices.id) RETURNING id`);
  const gone = await tx.query(sql`DELETE FROM slices WHERE ${empty} RETURNING id`);
  return rows + marked.length + gone.length;
}
