import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import sql from 'sql-template-tag';
import { poolBundleOptions } from '../../../../../scripts/build/pool-bundle.ts';
import { ROOT } from '../../../../../scripts/root.ts';
import type { Database } from '../../runtime/database/database.ts';
import type { Engine } from '../../runtime/database/testing/create-test-database.ts';
import { openPayoutJournal } from '../../adapters/rails/payout-journal.ts';
import { adversarialRail } from '../../sandbox/testing/adversarial-rail.ts';
import { auditLedger } from '../../domain/operations/audit/audit-ledger.ts';
import { linesAhead } from '../../domain/payouts/check-journal.ts';
import { seededRandom } from '../simulation/seeded-random.ts';
import { compareWithTruth } from './compare-with-truth.ts';
import { makeCrashDatabase, withDatabase } from './crash-database.ts';
import { givenEach, giveToMiners, suiteLedger } from './give-to-miners.ts';
import { type PayingChild, pauseChild, sleep, startPaying } from './paying-child.ts';
import type { PayoutProcessPlan } from './payout-process.ts';
import { serveRail } from './remote-rail.ts';

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
  /** How many payouts one transaction pays. */
  readonly payeesMax: number;
  /** A point that is not met within this time is left by a kill. */
  readonly waitLimitMs: number;
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
  /** Transactions that pay several payouts. */
  readonly shared: number;
  readonly settled: number;
  readonly released: number;
  readonly overpaid: bigint;
  readonly lost: bigint;
  readonly wrong: readonly string[];
}

/** Those that only rails come to which replace or cancel a transaction. */
const ofReplacing = /^payout-(?:replacement|cancel|attempt)-/;

/** The crash points that every rail comes to. */
export function payoutCrashPoints(): string[] {
  return allCrashPoints().filter((name) => !ofReplacing.test(name));
}

/** Every crash point of the payouts, read from their sources. */
export function allCrashPoints(): string[] {
  return crashPointsIn('payouts');
}

/** Every crash point of sweeps. */
export function sweepCrashPoints(): string[] {
  return crashPointsIn('treasury').filter((name) => name.startsWith('sweep-'));
}

/** Every crash point of payouts that leave through an exchange. */
export function withdrawalCrashPoints(): string[] {
  return crashPointsIn('treasury/withdrawals');
}

function crashPointsIn(part: string): string[] {
  const directory = join(ROOT, 'apps/pool/src/domain', part);
  return readdirSync(directory)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) => [
      ...readFileSync(join(directory, name), 'utf8').matchAll(/crashPoint\('([a-z-]+)'\)/g),
    ])
    .map(([, name = '']) => name)
    .toSorted();
}

/** Draining takes minutes on a busy machine; this only ends what would never end. What is not settled then counts as paid beyond the ledger. */
export const drainMaxMs = 1_500_000;

/**
 * Kills real processes at every crash point, pauses them and cuts off their database sessions, over a chain that does its worst;
 * then heals, drains, and holds the ledger against the chain.
 */
export async function runCrashHarness(plan: CrashPlan): Promise<CrashReport> {
  const directory = mkdtempSync(join(tmpdir(), 'openlode-crash-'));
  const outdir = join(ROOT, 'apps/pool/dist', `payout-suite-${process.pid}`);
  const program = join(ROOT, 'apps/pool/src/testing/payouts/payout-process.ts');
  await build(poolBundleOptions({ 'payout-process': program }, outdir));
  const place = await makeCrashDatabase(plan.engine, join(directory, 'data'), begin);
  const random = seededRandom(plan.seed);
  const startedAt = Date.now();
  const clock = { now: () => begin + Math.floor((Date.now() - startedAt) * speed) };
  const { payeesMax } = plan;
  const rail = adversarialRail(clock, random, { validMs: 240_000, payeesMax });
  const railPath = join(directory, 'rail.sock');
  const server = await serveRail(rail, railPath);
  const drainFlag = join(directory, 'drain');
  const points = payoutCrashPoints();
  // Enough that work is left at the last point too.
  const miners = points.length * plan.hits.length * 16;
  await withDatabase(place, (db) => giveToMiners(db, { from: 0, count: miners, at: begin, reward: true }));

  const met: Record<string, number> = {};
  const counts = { runs: 0, kills: 0, pauses: 0, sessionsKilled: 0 };
  const wrong: string[] = [];
  const journalOf = (index: number): string => join(directory, `journal-${index}`);
  const start = (index: number, crashAt?: string): PayingChild => {
    counts.runs += 1;
    const child: PayoutProcessPlan = {
      database: place.forChild,
      journal: journalOf(index),
      rail: railPath,
      begin,
      startedAt,
      speed,
      crashAt,
      seed: plan.seed * 1000 + counts.runs,
      payeesMax,
      drainFlag,
    };
    return startPaying(join(outdir, 'payout-process.js'), child, (line) => {
      if (line !== 'journal sound') wrong.push(line);
    });
  };
  try {
    let bystander = plan.processes === 2 ? start(1) : undefined;
    for (const hit of plan.hits) {
      for (const point of inAnyOrder(points, random)) {
        const victim = start(0, `${point}:${hit}`);
        // A process that has not come up yet has nothing to lose.
        await Promise.race([victim.ready, victim.ended, sleep(60_000)]);
        // Whose sessions are cut twice a second never gets as far as a payment: it has to be sure of its database first.
        const harms = random.percent(50) ? 6 : 60;
        const trouble = setInterval(() => {
          const harm = random.below(harms);
          if (harm === 0 && place.url !== undefined) {
            counts.sessionsKilled += 1;
            void place.cutSessions();
          } else if (harm === 1) {
            counts.pauses += 1;
            pauseChild(random.percent(50) ? victim : (bystander ?? victim), 250);
          }
        }, 80);
        const died = await Promise.race([victim.ended.then(() => true), sleep(plan.waitLimitMs)]);
        clearInterval(trouble);
        if (died) met[point] = (met[point] ?? 0) + 1;
        await victim.kill();
        counts.kills += 1;
        if (bystander !== undefined && random.percent(40)) {
          await bystander.kill();
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
      sleep(drainMaxMs),
    ]);
    if (!drained) wrong.push('not drained in time');
    for (const each of last) await each.kill();
    return await withDatabase(place, async (db) => {
      const {
        overpaid,
        lost,
        settled,
        released,
        wrong: found,
      } = await compareWithTruth(db, rail.truth(), 0n);
      const journals = Array.from({ length: plan.processes }, (_, index) =>
        openPayoutJournal(journalOf(index), { ledger: suiteLedger }),
      );
      wrong.push(...found, ...(await findWrong(db, rail.truth(), journals, miners)));
      for (const journal of journals) journal.close();
      const shared = await db.query(sql`SELECT 1 FROM payout_transactions WHERE payees > 1`);
      return {
        points: points.length,
        met,
        ...counts,
        railFaults: rail.faults(),
        payouts: settled + released,
        shared: shared.length,
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

async function findWrong(
  db: Database,
  truth: Parameters<typeof compareWithTruth>[1],
  journals: readonly ReturnType<typeof openPayoutJournal>[],
  miners: number,
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
    SELECT miners.id FROM miners
      JOIN balances ON account = 'miner:' || miners.id || ':mining'
      LEFT JOIN payouts ON miner_id = miners.id AND state = 'settled'
     GROUP BY miners.id, balances.amount HAVING balances.amount + coalesce(sum(payouts.amount), 0) <> ${givenEach}`);
  if (off.length > 0) wrong.push(`miners that do not add up: ${off.map(({ id }) => id).join(', ')}`);
  const [counted] = await db.query<{ count: bigint }>(sql`SELECT count(*) AS count FROM miners`);
  if (counted?.count !== BigInt(miners)) wrong.push('miners are missing');
  const clock = { now: () => begin };
  const { findings } = await auditLedger({ db, clock, secret: new Uint8Array(32) });
  const money = new Set<string>(['L1', 'L2', 'L3', 'L4', 'P5', 'E1']);
  for (const finding of findings) if (money.has(finding.rule)) wrong.push(JSON.stringify(finding));
  return wrong;
}
