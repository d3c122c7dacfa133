import sql, { type Sql } from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import { accountUuid } from '../accounts/account-uuid.ts';
import { readClosures } from '../accounts/coin-status.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { appendEvents, type NewEvent } from '../events/append-events.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import type { LiveEvent } from '../kernel/publisher.ts';
import { openSlice } from './slices.ts';
import { silentAfterMs } from '../policy/silence.ts';
import { capWorkers } from './cap-workers.ts';
import { parkBatch } from './parked-batches.ts';
import { recordRejects } from './record-rejects.ts';
import { recordSources } from './record-sources.ts';
import { countUncredited, judgeCredited } from './uncredited-work.ts';
import type { AccountKey, WorkBatch, WorkLine } from '../kernel/work-batch.ts';

type Context = Pick<ServiceContext, 'db' | 'clock' | 'publisher' | 'secret'>;

interface RecordOptions {
  readonly simulated: boolean;
  /** Told, after the commit, of batches that were parked instead of counted. */
  readonly onParked?: (batches: readonly WorkBatch[]) => void;
}

/** What one worker did in one minute, with the public id of its account. */
interface PlacedLine extends Omit<WorkLine, 'source'> {
  readonly uuid: string;
  /** What of its work came from which source. */
  readonly sources: ReadonlyMap<string, bigint>;
  /** False for work that was accepted after its coin had been closed. */
  readonly credited: boolean;
}

/**
 * Writes accepted work into the books of work: accounts and workers as they appear, the open slice of the algorithm, the
 * minutes and ten minutes that hashrate is reckoned from, and an event for each worker that came online. One transaction; a batch that was
 * recorded before changes nothing and answers `already-recorded`.
 */
export async function recordWork(
  ctx: Context,
  batch: WorkBatch,
  options: RecordOptions = { simulated: false },
): Promise<'recorded' | 'already-recorded'> {
  return (await recordBatches(ctx, [batch], options)) === 0 ? 'already-recorded' : 'recorded';
}

/**
 * The same for several batches of one algorithm in one transaction: a worker that is in all of them costs as much as in one. Answers how
 * many were new; each is recorded once, whatever it comes with. One so old that its id may have been forgotten is parked: counting it
 * could count it twice.
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
    return recordInto(tx, ctx, counted, { simulated });
  });
}

/** Records batches of one algorithm in the caller's transaction, however old they are; answers how many were new. */
export async function recordInto(
  tx: Transaction,
  ctx: Context,
  batches: readonly WorkBatch[],
  { simulated }: { readonly simulated: boolean },
): Promise<number> {
  const now = ctx.clock.now();
  const [fresh, closures] = await Promise.all([newBatches(tx, batches, now), readClosures(tx)]);
  const algorithm = fresh[0]?.algorithm;
  if (algorithm === undefined) return 0;
  const lines = mergeLines(
    ctx.secret,
    fresh.flatMap((batch) => batch.lines),
    // The demo fleet mines its delisted coins on.
    simulated ? () => true : judgeCredited(closures),
  );
  const rejects = fresh.flatMap((batch) => batch.rejects ?? []);
  if (lines.length === 0) {
    await recordRejects(tx, ctx.secret, { algorithm, rejects });
    return fresh.length;
  }
  const accountIds = await touchAccounts(tx, lines);
  const capped = await capWorkers(tx, algorithm, lines, accountIds, now);
  const online = await addWork(tx, algorithm, capped.lines, accountIds, { now, simulated });
  const cameOnline = online.flatMap((worker) => {
    const name = capped.eventName(worker.uuid, worker.name);
    return name === undefined ? [] : { ...worker, name };
  });
  await countUncredited(
    tx,
    algorithm,
    lines.filter(({ credited }) => !credited),
  );
  await recordSources(tx, { algorithm, lines, accountIds, secret: ctx.secret });
  await recordRejects(tx, ctx.secret, { algorithm, rejects });
  const live = await appendEvents(tx, onlineEvents(algorithm, cameOnline, accountIds));
  crashPoint('batch-uncommitted');
  tx.afterCommit(() => {
    crashPoint('batch-unpublished');
    ctx.publisher.publish([...live, ...workedEvents(accountIds)]);
  });
  return fresh.length;
}

/** A batch is recorded after its newest work: one that has work after the mark still has its id in the books if it was recorded. */
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
  // The spool may give one batch twice: it is new only once.
  return batches.filter(({ id }) => ids.delete(id));
}

/** Public ids by the account objects that come again with every batch: a keyed hash costs more than all else about a line. */
const knownUuids = new WeakMap<Uint8Array, WeakMap<AccountKey, string>>();

/** One line for each account, worker, code and minute; work that is not credited stays apart. */
function mergeLines(
  secret: Uint8Array,
  lines: readonly WorkLine[],
  isCredited: (line: WorkLine) => boolean,
): readonly PlacedLine[] {
  let uuids = knownUuids.get(secret);
  if (uuids === undefined) knownUuids.set(secret, (uuids = new WeakMap()));
  const merged: MergedLine[] = [];
  /** By the account objects: the same worker comes with the same one, batch after batch. */
  const latest = new Map<AccountKey, MergedLine>();
  // Texts that come again are looked up faster than one that is put together of them.
  const places = new Map<string, Map<string, MergedLine[]>>();
  for (const line of lines) {
    const minute = Math.floor(line.firstAt / minuteMs);
    const credited = isCredited(line);
    const near = latest.get(line.account);
    if (
      near !== undefined &&
      near.minute === minute &&
      near.credited === credited &&
      isSameWorker(near, line)
    ) {
      join(near, line);
      continue;
    }
    let uuid = uuids.get(line.account);
    if (uuid === undefined) uuids.set(line.account, (uuid = accountUuid(secret, line.account)));
    let workers = places.get(uuid);
    if (workers === undefined) places.set(uuid, (workers = new Map()));
    let ofWorker = workers.get(line.worker);
    if (ofWorker === undefined) workers.set(line.worker, (ofWorker = []));
    const other = ofWorker.find(
      (each) => each.minute === minute && each.code === line.code && each.credited === credited,
    );
    if (other === undefined) {
      const { source, ...rest } = line;
      const sources = source === undefined ? noSources : new Map([[source, line.work]]);
      const first = { ...rest, uuid, minute, sources, credited };
      ofWorker.push(first);
      merged.push(first);
      latest.set(line.account, first);
    } else {
      join(other, line);
      latest.set(line.account, other);
    }
  }
  return merged;
}

function isSameWorker(one: MergedLine, other: WorkLine): boolean {
  return one.worker === other.worker && one.code === other.code;
}

function join(into: MergedLine, line: WorkLine): void {
  into.work += line.work;
  into.shares += line.shares;
  if (line.firstAt < into.firstAt) into.firstAt = line.firstAt;
  if (line.lastAt > into.lastAt) into.lastAt = line.lastAt;
  const { source } = line;
  if (source === undefined) return;
  if (into.sources === noSources) into.sources = new Map();
  into.sources.set(source, (into.sources.get(source) ?? 0n) + line.work);
}

type MergedLine = { -readonly [Key in keyof PlacedLine]: PlacedLine[Key] } & {
  readonly minute: number;
  sources: Map<string, bigint>;
};

/** Shared by all lines without one; nobody writes to it. */
const noSources = new Map<string, bigint>();

const minuteMs = 60_000;

/**
 * Finds or opens the account of each line, locks it and notes when it worked last; answers ids by uuid. Rows are locked in the order of
 * their ids, so that no two recorders can deadlock.
 */
async function touchAccounts(tx: Transaction, lines: readonly PlacedLine[]): Promise<Map<string, bigint>> {
  const seen = new Map<string, { line: PlacedLine; firstAt: number; lastAt: number }>();
  for (const line of lines) {
    const known = seen.get(line.uuid);
    if (known === undefined) seen.set(line.uuid, { line, firstAt: line.firstAt, lastAt: line.lastAt });
    else {
      known.firstAt = Math.min(known.firstAt, line.firstAt);
      known.lastAt = Math.max(known.lastAt, line.lastAt);
    }
  }
  const ids = new Map<string, bigint>();
  await touch([...seen]);
  if (ids.size === seen.size) return ids;

  const missing = [...seen].filter(([uuid]) => !ids.has(uuid));
  const keys = missing.map(([, { line }]) => line.account);
  await tx.query(sql`
    INSERT INTO accounts (uuid, coin, network, address, memo, created_at, last_work_at)
    SELECT uuid, coin, network, address, memo, ${timeOf(sql`first_at`)}, ${timeOf(sql`last_at`)}
      FROM unnest(
        ${missing.map(([uuid]) => uuid)}::uuid[], ${keys.map(({ coin }) => coin)}::text[],
        ${keys.map(({ network }) => network)}::text[], ${keys.map(({ address }) => address)}::text[],
        ${keys.map(({ memo }) => memo ?? '')}::text[],
        ${missing.map(([, { firstAt }]) => firstAt)}::bigint[], ${missing.map(([, { lastAt }]) => lastAt)}::bigint[])
        AS seen (uuid, coin, network, address, memo, first_at, last_at)
     ORDER BY uuid
    ON CONFLICT DO NOTHING`);
  await touch(missing);
  if (ids.size === seen.size) return ids;

  // Their rows are there under public ids that a process with another secret made, before such a process was refused.
  const renamed = [...seen].filter(([uuid]) => !ids.has(uuid));
  const strangers = renamed.map(([, { line }]) => line.account);
  await tx.query(sql`
    UPDATE accounts SET uuid = seen.uuid
      FROM unnest(
        ${renamed.map(([uuid]) => uuid)}::uuid[], ${strangers.map(({ coin }) => coin)}::text[],
        ${strangers.map(({ address }) => address)}::text[], ${strangers.map(({ memo }) => memo ?? '')}::text[])
        AS seen (uuid, coin, address, memo)
     WHERE (accounts.coin, accounts.address, accounts.memo) = (seen.coin, seen.address, seen.memo)`);
  await touch(renamed);
  if (ids.size < seen.size) throw new Error('an account that was just written is not there');
  return ids;

  async function touch(some: readonly (readonly [string, { readonly lastAt: number }])[]): Promise<void> {
    const uuids = some.map(([uuid]) => uuid);
    const rows = await tx.query<{ id: bigint; uuid: string }>(sql`
      WITH seen AS MATERIALIZED (
        SELECT uuid, ${timeOf(sql`at`)} AS at
          FROM unnest(${uuids}::uuid[], ${some.map(([, { lastAt }]) => lastAt)}::bigint[]) AS seen (uuid, at)
      ), locked AS MATERIALIZED (
        SELECT id, uuid FROM accounts WHERE uuid = ANY(${uuids}::uuid[]) ORDER BY id FOR NO KEY UPDATE
      )
      UPDATE accounts SET last_work_at = greatest(last_work_at, seen.at)
        FROM locked JOIN seen USING (uuid) WHERE accounts.id = locked.id
      RETURNING accounts.id, accounts.uuid`);
    for (const { id, uuid } of rows) ids.set(uuid, id);
  }
}

interface OnlineWorker {
  readonly uuid: string;
  readonly name: string;
  readonly firstAt: number;
}

/**
 * Brings each worker up to date and adds its work to the open slice, where it is credited, its minutes and the ten minutes of its account, all in one
 * statement: they never differ, and what was done crosses to the database once. Answers the workers that came online. Work may arrive late, after the database was
 * away: a worker that has been silent since does not come online by it.
 */
async function addWork(
  tx: Transaction,
  algorithm: string,
  lines: readonly PlacedLine[],
  accountIds: ReadonlyMap<string, bigint>,
  { now, simulated }: { readonly now: number; readonly simulated: boolean },
): Promise<readonly OnlineWorker[]> {
  const sliceId = await openSlice(tx, algorithm, now);
  const rows = await tx.query<{ uuid: string; name: string; first_at: bigint }>(sql`
    WITH line AS MATERIALIZED (
      SELECT uuid, account_id, name, code, work, shares, credited, first_at AS first_ms,
             ${timeOf(sql`first_at`)} AS first_at, ${timeOf(sql`last_at`)} AS last_at
        FROM unnest(
          ${lines.map(({ uuid }) => uuid)}::uuid[], ${lines.map(({ uuid }) => accountIds.get(uuid))}::bigint[],
          ${lines.map(({ worker }) => worker)}::text[], ${lines.map(({ code }) => code)}::text[],
          ${lines.map(({ work }) => work)}::numeric[], ${lines.map(({ shares }) => shares)}::bigint[],
          ${lines.map(({ firstAt }) => firstAt)}::bigint[], ${lines.map(({ lastAt }) => lastAt)}::bigint[],
          ${lines.map(({ credited }) => credited)}::boolean[])
          AS line (uuid, account_id, name, code, work, shares, first_at, last_at, credited)
    ), seen AS MATERIALIZED (
      SELECT account_id, name, min(uuid::text) AS uuid, min(first_ms) AS first_ms,
             min(first_at) AS first_at, max(last_at) AS last_at,
             (array_agg(code ORDER BY last_at DESC, first_at DESC))[1] AS code
        FROM line GROUP BY account_id, name
    ), was AS MATERIALIZED (
      SELECT workers.id FROM workers JOIN seen USING (account_id, name)
       WHERE workers.algorithm = ${algorithm} AND workers.online
    ), worker AS (
      INSERT INTO workers AS known (account_id, algorithm, name, code, online, online_since, last_share_at)
      SELECT account_id, ${algorithm}, name, code, last_at > ${new Date(now - silentAfterMs)}, first_at, last_at
        FROM seen ORDER BY account_id, name
      ON CONFLICT (account_id, algorithm, name) DO UPDATE SET
        code = excluded.code,
        online = known.online OR excluded.online,
        online_since = CASE WHEN known.online THEN known.online_since ELSE excluded.online_since END,
        last_share_at = greatest(known.last_share_at, excluded.last_share_at)
      RETURNING id, account_id, name, online
    ), sliced AS (
      INSERT INTO slice_work AS known (slice_id, account_id, worker_id, code, simulated, work, shares)
      SELECT ${sliceId}::bigint, account_id, worker.id, coalesce(code, ''), ${simulated}::boolean, sum(work), sum(shares)
        FROM line JOIN worker USING (account_id, name) WHERE credited GROUP BY account_id, worker.id, coalesce(code, '')
      ON CONFLICT (slice_id, account_id, worker_id, code, simulated) DO UPDATE SET
        work = known.work + excluded.work, shares = known.shares + excluded.shares
    ), minutes AS (
      INSERT INTO worker_minutes AS known (worker_id, minute, work, shares)
      SELECT worker.id, date_trunc('minute', first_at), sum(work), sum(shares)
        FROM line JOIN worker USING (account_id, name) GROUP BY 1, 2
      ON CONFLICT (worker_id, minute) DO UPDATE SET
        work = known.work + excluded.work, shares = known.shares + excluded.shares
    ), tens AS (
      INSERT INTO account_ten_minutes AS known (account_id, at, algorithm, work, shares)
      SELECT account_id, date_bin('10 minutes', first_at, 'epoch'), ${algorithm}, sum(work), sum(shares)
        FROM line GROUP BY 1, 2
      ON CONFLICT (account_id, at, algorithm) DO UPDATE SET
        work = known.work + excluded.work, shares = known.shares + excluded.shares
    )
    SELECT seen.uuid, seen.name, seen.first_ms AS first_at FROM worker JOIN seen USING (account_id, name)
     WHERE worker.online AND worker.id NOT IN (SELECT id FROM was)
     ORDER BY worker.account_id, seen.first_ms, seen.name`);
  return rows.map(({ uuid, name, first_at: firstAt }) => ({ uuid, name, firstAt: Number(firstAt) }));
}

/** Times cross as milliseconds since 1970: a text for each would cost more than the rest of the line. */
function timeOf(ms: Sql): Sql {
  return sql`(timestamptz 'epoch' + ${ms} * interval '1 millisecond')`;
}

function onlineEvents(
  algorithm: string,
  workers: readonly OnlineWorker[],
  accountIds: ReadonlyMap<string, bigint>,
): NewEvent[] {
  return workers.flatMap(({ uuid, name, firstAt }) => {
    const accountId = accountIds.get(uuid);
    if (accountId === undefined) return [];
    return { accountId, uuid, at: firstAt, body: { type: 'worker', name, algorithm, online: true } as const };
  });
}

function workedEvents(accountIds: ReadonlyMap<string, bigint>): LiveEvent[] {
  return [...accountIds].map(([uuid, accountId]) => ({ kind: 'account-worked', accountId, uuid }));
}
