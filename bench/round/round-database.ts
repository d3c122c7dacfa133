import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sql, { raw } from 'sql-template-tag';
import type { Database } from '../../apps/pool/src/runtime/database/database.ts';
import { migrate } from '../../apps/pool/src/runtime/database/migrate.ts';
import { openPostgres } from '../../apps/pool/src/runtime/database/postgres-database.ts';
import { minerUuid } from '../../apps/pool/src/domain/miners/miner-uuid.ts';
import { postgresCpuMicros } from '../support/cpu.ts';
import { createScratchPostgres } from '../../testing/scratch-postgres.ts';

/** Over how many slices the work of the miners is spread; each miner's lies in one. */
const SLICES = 20;
const MINERS_AT_ONCE = 10_000;
/** A statement of the reference, or one that fills, on a busy machine. */
const fillMs = 10 * 60_000;
const COINS = ['BTC', 'DOGE', 'LTC', 'ETH', 'XMR', 'BCH', 'RVN', 'ZEC'];

/** A PostgreSQL database of its own, in which every miner has work in the window. */
export interface RoundDatabase {
  readonly url: string;
  readonly db: Database;
  /** Work of all miners together, in expected hashes. */
  readonly work: bigint;
  drop(): Promise<void>;
}

export interface FillOptions {
  readonly miners: number;
  /** Where the migrations are. */
  readonly folder: string;
  readonly now: number;
  /** Makes the ids of the miners. */
  readonly secret: Uint8Array;
}

/** Fills miners, a worker each, and their work. One in ten mines under the code of another miner. */
export async function fillRound(
  server: string,
  { miners, folder, now, secret }: FillOptions,
): Promise<RoundDatabase> {
  const scratch = await createScratchPostgres(server);
  const db = openPostgres(scratch.url, 10, { answerWithinMs: fillMs });
  await migrate(db, pathToFileURL(`${join(folder, 'migrations')}/`), now);
  const at = new Date(now);
  for (let from = 0; from < miners; from += MINERS_AT_ONCE) {
    const keys = Array.from({ length: Math.min(MINERS_AT_ONCE, miners - from) }, (_, index) => {
      const coin = COINS[(from + index) % COINS.length] ?? 'BTC';
      return { coin, network: coin, address: `bench ${from + index}`, memo: null };
    });
    await db.query(sql`
      INSERT INTO miners (uuid, coin, network, address, created_at, last_work_at)
      SELECT uuid, coin, coin, address, ${at}, ${at}
        FROM unnest(${keys.map((key) => minerUuid(secret, key))}::uuid[], ${keys.map(({ coin }) => coin)}::text[],
                    ${keys.map(({ address }) => address)}::text[]) AS miner (uuid, coin, address)`);
  }
  await db.query(sql`
    INSERT INTO workers (miner_id, algorithm, name, code, online, online_since, last_share_at)
    SELECT miners.id, 'sha256', 'rig1', CASE WHEN id % 10 = 0 THEN (SELECT code FROM referral_codes WHERE miner_id = miners.id - 1) END,
           true, ${at}, ${at} FROM miners`);
  await db.query(sql`
    INSERT INTO slices (algorithm, opened_at, closed_at) SELECT 'sha256', ${at}, ${at} FROM generate_series(1, ${SLICES})`);
  await db.query(sql`
    INSERT INTO slice_work (slice_id, miner_id, worker_id, code, simulated, work, shares)
    SELECT 1 + miner_id % ${SLICES}, miner_id, id, coalesce(code, ''), false, 4294967296::numeric * (1 + miner_id % 977), 40
      FROM workers`);
  // Recorded in four ways, which must agree.
  await db.query(sql`
    INSERT INTO work_batches (id, algorithm, shares, work, recorded_at)
    SELECT gen_random_uuid(), 'sha256', sum(shares), sum(work), ${at} FROM slice_work`);
  await db.query(sql`
    INSERT INTO worker_minutes (worker_id, minute, work, shares)
    SELECT worker_id, date_trunc('minute', ${at}::timestamptz), work, shares FROM slice_work`);
  await db.query(sql`
    INSERT INTO miner_ten_minutes (miner_id, at, algorithm, work, shares)
    SELECT miner_id, date_bin('10 minutes', ${at}, 'epoch'), 'sha256', work, shares FROM slice_work`);
  await db.execute('VACUUM ANALYZE');
  const [row] = await db.query<{ work: bigint }>(sql`SELECT sum(work) AS work FROM slice_work`);
  return {
    db,
    url: scratch.url,
    work: row?.work ?? 0n,
    drop: async () => {
      await db.close();
      await scratch.drop();
    },
  };
}

/**
 * What a closing writes, a row a miner (or, of referrals, a row a miner under a code): receipts, owners' earnings, postings and
 * events are new rows. Balances and miners (which number their events) get a new version of a row each, which is a row written as
 * well; no index but the primary key would have to be touched for it.
 */
const WRITTEN = [
  { table: 'credits', isNew: true },
  { table: 'referral_credits', isNew: true },
  { table: 'postings', isNew: true },
  { table: 'events', isNew: true },
  { table: 'balances', isNew: false },
  { table: 'miners', isNew: false },
];

export interface Reference {
  readonly rows: number;
  readonly ms: number;
  readonly cpuMs: number;
}

/** The most that each connection was seen to have used: the pool closes connections that rest. */
const cpuOfConnections = new Map<number, number>();

/** CPU time that the connections to this database have used, in ms. The server has to run on this machine. */
export async function databaseCpuMs(db: Database): Promise<number> {
  const rows = await db.query<{ pid: number }>(
    sql`SELECT pid FROM pg_stat_activity WHERE datname = current_database()`,
  );
  for (const { pid } of rows) {
    const seen = cpuOfConnections.get(pid) ?? 0;
    cpuOfConnections.set(pid, Math.max(seen, postgresCpuMicros([pid])));
  }
  return [...cpuOfConnections.values()].reduce((sum, micros) => sum + micros, 0) / 1000;
}

/**
 * As many rows as a closing writes, by bare INSERT … SELECT and in one transaction: a copy of each table that a closing writes gets
 * the very rows of the round, with or without the indexes of that table, and without its triggers, checks and foreign keys.
 */
export async function insertBare(db: Database, round: bigint, isIndexed: boolean): Promise<Reference> {
  const copies = WRITTEN.map(({ table, isNew }) => {
    const like = `LIKE ${table} ${isIndexed && isNew ? 'INCLUDING INDEXES' : ''} INCLUDING STORAGE`;
    const key = { balances: 'account, asset', miners: 'id' }[table];
    return `CREATE TABLE bare_${table} (${like}${isIndexed && key !== undefined ? `, PRIMARY KEY (${key})` : ''})`;
  });
  await db.execute(copies.join(';'));
  const entries = sql`SELECT ledger_entries.id FROM ledger_entries JOIN rounds ON rounds.id = ${round}
                       WHERE key LIKE 'reward:%' || block_hash || '%'`;
  const cpuBefore = await databaseCpuMs(db);
  const began = performance.now();
  await db.transaction(async (tx) => {
    await tx.query(sql`INSERT INTO bare_credits SELECT * FROM credits WHERE round_id = ${round}`);
    await tx.query(
      sql`INSERT INTO bare_referral_credits SELECT * FROM referral_credits WHERE round_id = ${round}`,
    );
    await tx.query(sql`INSERT INTO bare_postings SELECT * FROM postings WHERE entry_id IN (${entries})`);
    // Every miner has work in the window, so all of these are of the round; looking that up would burden the reference.
    await tx.query(sql`INSERT INTO bare_balances SELECT * FROM balances`);
    await tx.query(sql`INSERT INTO bare_miners SELECT * FROM miners`);
    await tx.query(sql`
      INSERT INTO bare_events SELECT * FROM events WHERE type = 'reward' AND body ->> 'roundId' = ${round.toString()}`);
  });
  const ms = performance.now() - began;
  const cpuMs = (await databaseCpuMs(db)) - cpuBefore;
  const counts = WRITTEN.map(({ table }) => `SELECT count(*) AS rows FROM bare_${table}`).join(' UNION ALL ');
  const [total] = await db.query<{ rows: bigint }>(
    sql`SELECT sum(rows)::bigint AS rows FROM (${raw(counts)}) AS counted`,
  );
  await db.execute(WRITTEN.map(({ table }) => `DROP TABLE bare_${table}`).join(';'));
  return { rows: Number(total?.rows), ms, cpuMs };
}
