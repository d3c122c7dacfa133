import sql from 'sql-template-tag';
import type { Transaction } from '../../db/database.ts';
import { accountUuid } from '../accounts/account-uuid.ts';
import type { ServiceContext } from '../context.ts';
import { appendEvents, type NewEvent } from '../events/append-events.ts';
import type { LiveEvent } from '../ports/publisher.ts';
import { openSlice } from '../rounds/slices.ts';
import { silentAfterMs } from '../workers/silence.ts';
import { recordRejects } from './record-rejects.ts';
import type { AccountKey, WorkBatch, WorkLine } from './work-batch.ts';

type Context = Pick<ServiceContext, 'db' | 'clock' | 'publisher' | 'secret'>;

interface AccountRow {
  readonly id: bigint;
  readonly uuid: string;
  readonly coin: string;
  readonly address: string;
  readonly memo: string;
}

interface PlacedLine extends WorkLine {
  readonly accountRow: AccountRow;
}

/**
 * Writes accepted work into the books of work: accounts and workers as they appear, the open slice of the algorithm, the
 * minutes and ten minutes that hashrate is reckoned from, and an event for each worker that came online. One transaction; a batch that was
 * recorded before changes nothing and answers `already-recorded`.
 */
export async function recordWork(
  ctx: Context,
  batch: WorkBatch,
  options: { readonly simulated: boolean } = { simulated: false },
): Promise<'recorded' | 'already-recorded'> {
  const now = ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    if (!(await isNewBatch(tx, batch, now))) return 'already-recorded';
    if (batch.lines.length === 0) {
      await recordRejects(tx, ctx.secret, batch);
      return 'recorded';
    }
    const lines = await placeLines(tx, ctx.secret, batch.lines);
    const workers = await touchWorkers(tx, batch.algorithm, lines, now);
    await addWork(tx, batch.algorithm, lines, workers, { now, simulated: options.simulated });
    await recordRejects(tx, ctx.secret, batch);
    const live = await appendEvents(tx, onlineEvents(batch.algorithm, lines, workers));
    tx.afterCommit(() => ctx.publisher.publish([...live, ...workedEvents(lines)]));
    return 'recorded';
  });
}

async function isNewBatch(tx: Transaction, batch: WorkBatch, now: number): Promise<boolean> {
  const work = batch.lines.reduce((sum, line) => sum + line.work, 0n);
  const shares = batch.lines.reduce((sum, line) => sum + line.shares, 0);
  const inserted = await tx.query(sql`
    INSERT INTO work_batches (id, algorithm, shares, work, recorded_at)
    VALUES (${batch.id}, ${batch.algorithm}, ${shares}, ${work}, ${new Date(now)})
    ON CONFLICT (id) DO NOTHING RETURNING id`);
  return inserted.length === 1;
}

/** Finds or opens the account of each line and locks it, in the order of the ids so that no two recorders can deadlock. */
async function placeLines(
  tx: Transaction,
  secret: Uint8Array,
  lines: readonly WorkLine[],
): Promise<PlacedLine[]> {
  const keys = new Map<string, { key: AccountKey; firstAt: number; lastAt: number }>();
  for (const { account, firstAt, lastAt } of lines) {
    const known = keys.get(keyText(account));
    keys.set(keyText(account), {
      key: account,
      firstAt: Math.min(firstAt, known?.firstAt ?? firstAt),
      lastAt: Math.max(lastAt, known?.lastAt ?? lastAt),
    });
  }
  const wanted = [...keys.values()];
  const uuids = wanted.map(({ key }) => accountUuid(secret, key));
  await tx.query(sql`
    INSERT INTO accounts (uuid, coin, network, address, memo, created_at, last_work_at)
    SELECT * FROM unnest(
      ${uuids}::uuid[],
      ${wanted.map(({ key }) => key.coin)}::text[],
      ${wanted.map(({ key }) => key.network)}::text[],
      ${wanted.map(({ key }) => key.address)}::text[],
      ${wanted.map(({ key }) => key.memo ?? '')}::text[],
      ${wanted.map(({ firstAt }) => timeText(firstAt))}::timestamptz[],
      ${wanted.map(({ lastAt }) => timeText(lastAt))}::timestamptz[])
    ORDER BY 1
    ON CONFLICT DO NOTHING`);
  const rows = await tx.query<AccountRow>(sql`
    SELECT id, uuid, coin, address, memo FROM accounts WHERE uuid = ANY(${uuids}::uuid[]) ORDER BY id FOR UPDATE`);
  await tx.query(sql`
    UPDATE accounts SET last_work_at = greatest(last_work_at, seen.at)
      FROM unnest(${uuids}::uuid[], ${wanted.map(({ lastAt }) => timeText(lastAt))}::timestamptz[]) AS seen (uuid, at)
     WHERE accounts.uuid = seen.uuid`);
  const byKey = new Map(
    rows.map((row) => [keyText({ ...row, memo: row.memo === '' ? null : row.memo }), row]),
  );
  return lines.map((line) => {
    const accountRow = byKey.get(keyText(line.account));
    if (accountRow === undefined) throw new Error('an account that was just written is not there');
    return { ...line, accountRow };
  });
}

interface WorkerRow {
  readonly id: bigint;
  readonly cameOnline: boolean;
  readonly firstAt: number;
}

/**
 * Brings each worker up to date, keyed by account and name. Work may arrive late, after the database was away: a worker that
 * has been silent since does not come online by it.
 */
async function touchWorkers(
  tx: Transaction,
  algorithm: string,
  lines: readonly PlacedLine[],
  now: number,
): Promise<Map<string, WorkerRow>> {
  const seen = new Map<string, { line: PlacedLine; firstAt: number; lastAt: number }>();
  for (const line of lines) {
    const known = seen.get(workerText(line));
    seen.set(workerText(line), {
      line: known === undefined || line.lastAt >= known.lastAt ? line : known.line,
      firstAt: Math.min(line.firstAt, known?.firstAt ?? line.firstAt),
      lastAt: Math.max(line.lastAt, known?.lastAt ?? line.lastAt),
    });
  }
  const wanted = [...seen.values()];
  const accountIds = wanted.map(({ line }) => line.accountRow.id);
  const names = wanted.map(({ line }) => line.worker);
  const online = await tx.query<{ account_id: bigint; name: string }>(sql`
    SELECT account_id, name FROM workers
      JOIN unnest(${accountIds}::bigint[], ${names}::text[]) AS seen (account_id, name) USING (account_id, name)
     WHERE algorithm = ${algorithm} AND online`);
  const wasOnline = new Set(online.map((row) => `${row.account_id} ${row.name}`));
  const rows = await tx.query<{ id: bigint; account_id: bigint; name: string; online: boolean }>(sql`
    INSERT INTO workers (account_id, algorithm, name, code, online, online_since, last_share_at)
    SELECT account_id, ${algorithm}, name, code, last_at > ${new Date(now - silentAfterMs)}, first_at, last_at
      FROM unnest(
        ${accountIds}::bigint[], ${names}::text[], ${wanted.map(({ line }) => line.code)}::text[],
        ${wanted.map(({ firstAt }) => timeText(firstAt))}::timestamptz[],
        ${wanted.map(({ lastAt }) => timeText(lastAt))}::timestamptz[]) AS seen (account_id, name, code, first_at, last_at)
    ON CONFLICT (account_id, algorithm, name) DO UPDATE SET
      code = excluded.code,
      online = workers.online OR excluded.online,
      online_since = CASE WHEN workers.online THEN workers.online_since ELSE excluded.online_since END,
      last_share_at = greatest(workers.last_share_at, excluded.last_share_at)
    RETURNING id, account_id, name, online`);
  return new Map(
    rows.map((row) => {
      const key = `${row.account_id} ${row.name}`;
      return [
        key,
        { id: row.id, cameOnline: row.online && !wasOnline.has(key), firstAt: seen.get(key)?.firstAt ?? 0 },
      ];
    }),
  );
}

async function addWork(
  tx: Transaction,
  algorithm: string,
  lines: readonly PlacedLine[],
  workers: ReadonlyMap<string, WorkerRow>,
  { now, simulated }: { readonly now: number; readonly simulated: boolean },
): Promise<void> {
  const sliceId = await openSlice(tx, algorithm, now);
  const workerIds = lines.map((line) => workers.get(workerText(line))?.id);
  await tx.query(sql`
    INSERT INTO slice_work (slice_id, account_id, worker_id, code, simulated, work, shares)
    SELECT ${sliceId}::bigint, account_id, worker_id, code, ${simulated}::boolean, sum(work), sum(shares)
      FROM unnest(
        ${lines.map((line) => line.accountRow.id)}::bigint[], ${workerIds}::bigint[],
        ${lines.map((line) => line.code ?? '')}::text[],
        ${lines.map((line) => line.work)}::numeric[], ${lines.map((line) => line.shares)}::bigint[])
        AS line (account_id, worker_id, code, work, shares)
     GROUP BY account_id, worker_id, code
    ON CONFLICT (slice_id, account_id, worker_id, code, simulated) DO UPDATE SET
      work = slice_work.work + excluded.work, shares = slice_work.shares + excluded.shares`);
  await addToSeries(tx, algorithm, lines, workerIds);
}

/** The minutes of the workers and the ten minutes of the accounts: written together, so that they never differ. */
async function addToSeries(
  tx: Transaction,
  algorithm: string,
  lines: readonly PlacedLine[],
  workerIds: readonly (bigint | undefined)[],
): Promise<void> {
  await tx.query(sql`
    WITH line AS MATERIALIZED (
      SELECT * FROM unnest(
        ${workerIds}::bigint[], ${lines.map((line) => line.accountRow.id)}::bigint[],
        ${lines.map((line) => timeText(line.firstAt))}::timestamptz[],
        ${lines.map((line) => line.work)}::numeric[], ${lines.map((line) => line.shares)}::bigint[])
        AS line (worker_id, account_id, at, work, shares)
    ), minutes AS (
      INSERT INTO worker_minutes (worker_id, minute, work, shares)
      SELECT worker_id, date_trunc('minute', at), sum(work), sum(shares) FROM line GROUP BY 1, 2
      ON CONFLICT (worker_id, minute) DO UPDATE SET
        work = worker_minutes.work + excluded.work, shares = worker_minutes.shares + excluded.shares
    )
    INSERT INTO account_ten_minutes (account_id, at, algorithm, work, shares)
    SELECT account_id, date_bin('10 minutes', at, 'epoch'), ${algorithm}, sum(work), sum(shares) FROM line GROUP BY 1, 2
    ON CONFLICT (account_id, at, algorithm) DO UPDATE SET
      work = account_ten_minutes.work + excluded.work, shares = account_ten_minutes.shares + excluded.shares`);
}

function onlineEvents(
  algorithm: string,
  lines: readonly PlacedLine[],
  workers: ReadonlyMap<string, WorkerRow>,
): NewEvent[] {
  const told = new Set<string>();
  return lines.flatMap((line) => {
    const key = workerText(line);
    const worker = workers.get(key);
    if (worker === undefined || !worker.cameOnline || told.has(key)) return [];
    told.add(key);
    const { id, uuid } = line.accountRow;
    return [
      {
        accountId: id,
        uuid,
        at: worker.firstAt,
        body: { type: 'worker', name: line.worker, algorithm, online: true } as const,
      },
    ];
  });
}

function workedEvents(lines: readonly PlacedLine[]): LiveEvent[] {
  const accounts = new Map(lines.map(({ accountRow }) => [accountRow.id, accountRow.uuid]));
  return [...accounts].map(([accountId, uuid]) => ({ kind: 'account-worked', accountId, uuid }));
}

function keyText(key: Pick<AccountKey, 'coin' | 'address' | 'memo'>): string {
  return JSON.stringify([key.coin, key.address, key.memo ?? '']);
}

function workerText(line: PlacedLine): string {
  return `${line.accountRow.id} ${line.worker}`;
}

function timeText(ms: number): string {
  return new Date(ms).toISOString();
}
