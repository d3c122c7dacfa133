import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import sql from 'sql-template-tag';
import { poolBundleOptions } from '../../../../../../scripts/build/pool-bundle.ts';
import { ROOT } from '../../../../../../scripts/root.ts';
import type { Database } from '../../../db/database.ts';
import { migrate } from '../../../db/migrate.ts';
import { openPgliteConnection } from '../../../db/pglite-connection.ts';
import { openPostgres } from '../../../db/postgres-database.ts';
import { singleConnectionDatabase } from '../../../db/single-connection-database.ts';
import { createTestPostgres, type Engine } from '../../../db/testing/create-test-database.ts';
import { openPayoutJournal } from '../../../rails/payout-journal.ts';
import { adversarialRail, badPayee, unluckyPayee } from '../../../rails/testing/adversarial-rail.ts';
import { auditBooks } from '../../audit/audit-books.ts';
import { linesAhead } from '../../payouts/check-journal.ts';
import { bookEntry } from '../../ledger/book-entry.ts';
import { seededRandom } from '../simulation/seeded-random.ts';
import { compareWithTruth } from './compare-with-truth.ts';
import type { PayoutProcessPlan } from './payout-process.ts';
import { serveRail } from './remote-rail.ts';

const coin = 10n ** 18n;
const each = 50n * coin;
/** A second of the run is a minute of business. */
const speed = 60;
/** Shortly after 13:00, so that the daily run is due too. */
const begin = Date.UTC(2026, 3, 2, 13, 5);

export interface CrashPlan {
  readonly engine: Engine;
  readonly processes: 1 | 2;
  /** At which of its hits each crash point is met, one after the other. */
  readonly hits: readonly number[];
  readonly seed: number;
  /** A point that is not met within this time is left by a kill. */
  readonly patienceMs: number;
}

export interface CrashReport {
  readonly points: number;
  /** Points that were met, by name and how often. */
  readonly met: Readonly<Record<string, number>>;
  readonly runs: number;
  readonly kills: number;
  readonly pauses: number;
  readonly sessionsKilled: number;
  readonly railFaults: number;
  readonly payouts: number;
  readonly settled: number;
  readonly released: number;
  readonly overpaid: bigint;
  readonly lost: bigint;
  readonly wrong: readonly string[];
}

const servicesDirectory = join(ROOT, 'apps/pool/src/services/payouts');

/** Every crash point of the payouts, read from their sources. */
export function payoutCrashPoints(): string[] {
  return readdirSync(servicesDirectory)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) => [
      ...readFileSync(join(servicesDirectory, name), 'utf8').matchAll(/crashPoint\('([a-z-]+)'\)/g),
    ])
    .map(([, name = '']) => name)
    .toSorted();
}

/**
 * Kills real processes at every crash point, pauses them and cuts off their database sessions, over a chain that does its worst;
 * then heals, drains, and holds the books against the chain.
 */
export async function runCrashHarness(plan: CrashPlan): Promise<CrashReport> {
  const directory = mkdtempSync(join(tmpdir(), 'openlode-crash-'));
  const outdir = join(ROOT, 'apps/pool/dist', `payout-suite-${process.pid}`);
  const program = join(ROOT, 'apps/pool/src/services/testing/payouts/payout-process.ts');
  await build(poolBundleOptions({ 'payout-process': program }, outdir));
  const place = await makeDatabase(plan.engine, directory);
  const random = seededRandom(plan.seed);
  const startedAt = Date.now();
  const clock = { now: () => begin + Math.floor((Date.now() - startedAt) * speed) };
  const rail = adversarialRail(clock, random, { validMs: 240_000 });
  const railPath = join(directory, 'rail.sock');
  const server = await serveRail(rail, railPath);
  const drainFlag = join(directory, 'drain');
  const points = payoutCrashPoints();
  // So many that there is something left to do at the last point too.
  const accounts = points.length * plan.hits.length * 16;
  await withDatabase(place, (db) => giveToAccounts(db, accounts));

  const met: Record<string, number> = {};
  const counts = { runs: 0, kills: 0, pauses: 0, sessionsKilled: 0 };
  const wrong: string[] = [];
  const journalOf = (index: number): string => join(directory, `journal-${index}`);
  const start = (index: number, crashAt?: string): Running => {
    counts.runs += 1;
    const child: PayoutProcessPlan = {
      database: place.forChild,
      journal: journalOf(index),
      rail: railPath,
      begin,
      startedAt,
      speed,
      crashAt,
      drainFlag,
    };
    return run(join(outdir, 'payout-process.js'), child, (line) => {
      if (line.startsWith('journal ') && line !== 'journal sound') wrong.push(line);
    });
  };
  try {
    let bystander = plan.processes === 2 ? start(1) : undefined;
    for (const hit of plan.hits) {
      for (const point of inAnyOrder(points, random)) {
        const victim = start(0, `${point}:${hit}`);
        // A process that has not come up yet has nothing to lose.
        await Promise.race([victim.ready, victim.ended, sleep(60_000)]);
        const trouble = setInterval(() => {
          const harm = random.below(6);
          if (harm === 0 && place.url !== undefined) {
            counts.sessionsKilled += 1;
            void cutSessions(place.url);
          } else if (harm === 1) {
            counts.pauses += 1;
            pause(random.percent(50) ? victim.child : (bystander?.child ?? victim.child), 250);
          }
        }, 80);
        const died = await Promise.race([victim.ended.then(() => true), sleep(plan.patienceMs)]);
        clearInterval(trouble);
        if (died) met[point] = (met[point] ?? 0) + 1;
        victim.child.kill('SIGKILL');
        await victim.ended;
        counts.kills += 1;
        if (bystander !== undefined && random.percent(40)) {
          bystander.child.kill('SIGKILL');
          await bystander.ended;
          counts.kills += 1;
          bystander = start(1);
        }
      }
    }
    rail.heal();
    writeFileSync(drainFlag, '');
    const last = [start(0), ...(bystander === undefined ? [] : [bystander])];
    const drained = await Promise.race([
      Promise.all(last.map(({ ended }) => ended)).then(() => true),
      sleep(240_000),
    ]);
    if (!drained) wrong.push('not drained in time');
    for (const { child, ended } of last) {
      child.kill('SIGKILL');
      await ended;
    }
    return await withDatabase(place, async (db) => {
      const {
        overpaid,
        lost,
        settled,
        released,
        wrong: found,
      } = await compareWithTruth(db, rail.truth(), 0n);
      const journals = Array.from({ length: plan.processes }, (_, index) =>
        openPayoutJournal(journalOf(index)),
      );
      wrong.push(...found, ...(await findWrong(db, rail.truth(), journals, accounts)));
      for (const journal of journals) journal.close();
      return {
        points: points.length,
        met,
        ...counts,
        railFaults: rail.faults(),
        payouts: settled + released,
        settled,
        released,
        overpaid,
        lost,
        wrong,
      };
    });
  } finally {
    server.close();
    await place.drop();
    rmSync(directory, { recursive: true, force: true });
    rmSync(outdir, { recursive: true, force: true });
  }
}

/** The daily run begins once a day, so its point comes first or never. */
function inAnyOrder(points: readonly string[], random: { below(limit: number): number }): string[] {
  const rank = new Map(points.map((point) => [point, random.below(1_000_000)]));
  rank.set('payout-run-started', -1);
  return points.toSorted((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
}

interface Running {
  readonly child: ChildProcess;
  readonly ready: Promise<void>;
  readonly ended: Promise<void>;
}

function run(program: string, plan: PayoutProcessPlan, onLine: (line: string) => void): Running {
  const child = spawn(process.execPath, ['--enable-source-maps', program, JSON.stringify(plan)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ready = new Promise<void>((resolve) => {
    child.stdout.once('data', () => resolve());
  });
  child.stdout.on('data', (data: Buffer) => {
    for (const line of data.toString().split('\n').filter(Boolean)) onLine(line);
  });
  child.stderr.on('data', (data: Buffer) => onLine(`journal not read: ${data.toString().slice(0, 300)}`));
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  return { child, ready, ended };
}

function pause(child: ChildProcess, ms: number): void {
  child.kill('SIGSTOP');
  setTimeout(() => child.kill('SIGCONT'), ms);
}

function sleep(ms: number): Promise<false> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), ms);
  });
}

interface Place {
  readonly url: string | undefined;
  readonly forChild: PayoutProcessPlan['database'];
  open(): Promise<Database>;
  drop(): Promise<void>;
}

async function makeDatabase(engine: Engine, directory: string): Promise<Place> {
  if (engine === 'postgres') {
    const made = await createTestPostgres();
    const { url } = made;
    return { url, forChild: { url }, open: async () => openPostgres(url, 2), drop: () => made.drop() };
  }
  const data = join(directory, 'database');
  mkdirSync(data);
  const open = async (): Promise<Database> =>
    singleConnectionDatabase(await openPgliteConnection({ dataDir: data }));
  const db = await open();
  await migrate(db, new URL('../../../db/migrations/', import.meta.url), begin);
  await db.close();
  return { url: undefined, forChild: { directory: data }, open, drop: async () => undefined };
}

async function withDatabase<T>(place: Place, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await place.open();
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

async function cutSessions(url: string): Promise<void> {
  const db = openPostgres(url, 1);
  await db
    .query(
      sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    )
    .catch(() => undefined);
  await db.close().catch(() => undefined);
}

/** Fifty each; a few are nobody's address, a few are never taken by a block, and a third is paid by the daily run. */
async function giveToAccounts(db: Database, count: number): Promise<void> {
  const at = new Date(begin - 3_600_000);
  const yesterday = new Date(begin - 86_400_000);
  const names = Array.from({ length: count }, (_, index) => {
    if (index % 8 === 3) return `${badPayee}${index}`;
    return index % 8 === 6 ? `${unluckyPayee}${index}` : `DPayee${index}`;
  });
  await db.transaction(async (tx) => {
    await tx.query(sql`
      INSERT INTO accounts (uuid, coin, network, address, created_at, last_work_at, auto_pay)
      SELECT ('bbbbbbbb-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'DOGE', 'DOGE', name, ${at}, ${at}, n % 3 = 0
        FROM unnest(${names}::text[]) WITH ORDINALITY AS payee (name, n)`);
    await tx.query(sql`
      INSERT INTO slices (algorithm, opened_at, closed_at) VALUES ('sha256', ${yesterday}, ${yesterday})`);
    await tx.query(sql`
      INSERT INTO rounds (algorithm, chain, block_hash, block_height, header, coinbase, network_work, last_slice_id,
                          finder_account_id, finder_worker, found_at, state, state_at)
      SELECT 'sha256', 'suite', repeat('a', 64), 1, ''::bytea, ''::bytea, 1, (SELECT max(id) FROM slices),
             (SELECT min(id) FROM accounts), 'rig', ${yesterday}, 'credited', ${yesterday}`);
    await tx.query(
      sql`INSERT INTO reward_lines (round_id, line, asset, amount) SELECT max(id), 0, 'DOGE', 1 FROM rounds`,
    );
    await tx.query(sql`
      INSERT INTO credits (round_id, line, account_id, work, round_work, share, coin, rate, rate_source, rate_at,
                           usd_per_asset, gross, fee, fee_ppm, credited, credited_at)
      SELECT (SELECT max(id) FROM rounds), 0, id, 1, 1, 1, 'DOGE', '1', 'none', ${yesterday}, '0', 1, 0, 0, 1, ${yesterday}
        FROM accounts WHERE auto_pay`);
    const rows = await tx.query<{ id: bigint }>(sql`SELECT id FROM accounts`);
    await bookEntry(tx, {
      key: 'given',
      kind: 'given',
      at: begin,
      postings: [
        { account: 'ext:suite', asset: 'DOGE', amount: -each * BigInt(count) },
        ...rows.map(({ id }) => ({ account: `miner:${id}:mining` as const, asset: 'DOGE', amount: each })),
      ],
    });
  });
}

async function findWrong(
  db: Database,
  truth: Parameters<typeof compareWithTruth>[1],
  journals: readonly ReturnType<typeof openPayoutJournal>[],
  accounts: number,
): Promise<string[]> {
  const wrong: string[] = [];
  const written = new Set(journals.flatMap((journal) => journal.lines().map(({ txid }) => txid)));
  for (const { txid } of truth) if (!written.has(txid)) wrong.push(`${txid} is in no journal`);
  for (const journal of journals) {
    const ahead = await linesAhead(db, journal);
    if (ahead.length > 0 || journal.broken() !== undefined)
      wrong.push(
        `a journal does not hold: ${ahead.map(({ payout }) => payout).join(', ')} ${journal.broken()}`,
      );
  }
  const off = await db.query<{ id: bigint }>(sql`
    SELECT accounts.id FROM accounts
      JOIN balances ON account = 'miner:' || accounts.id || ':mining'
      LEFT JOIN payouts ON account_id = accounts.id AND state = 'settled'
     GROUP BY accounts.id, balances.amount HAVING balances.amount + coalesce(sum(payouts.amount), 0) <> ${each}`);
  if (off.length > 0) wrong.push(`accounts that do not add up: ${off.map(({ id }) => id).join(', ')}`);
  const [counted] = await db.query<{ count: bigint }>(sql`SELECT count(*) AS count FROM accounts`);
  if (counted?.count !== BigInt(accounts)) wrong.push('accounts are missing');
  const clock = { now: () => begin };
  const { findings } = await auditBooks({ db, clock, secret: new Uint8Array(32) });
  const money = new Set<string>(['L1', 'L2', 'L3', 'L4', 'P5', 'E1']);
  for (const finding of findings) if (money.has(finding.rule)) wrong.push(JSON.stringify(finding));
  return wrong;
}
