import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { poolBundleOptions } from '../../../../../scripts/build/pool-bundle.ts';
import { ROOT } from '../../../../../scripts/root.ts';
import type { Engine } from '../../runtime/database/testing/create-test-database.ts';
import {
  type AdversarialRail,
  adversarialRail,
  type RailMoods,
} from '../../sandbox/testing/adversarial-rail.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { type SeededRandom, seededRandom } from '../simulation/seeded-random.ts';
import { type CrashDatabase, makeCrashDatabase, migrationsFolder, withDatabase } from './crash-database.ts';
import { payoutCrashPoints } from './crash-harness.ts';
import { givenEach, giveToMiners, suiteSecret } from './give-to-miners.ts';
import { type PayingChild, startPaying } from './paying-child.ts';
import { serveRail } from './remote-rail.ts';

/** A second of the run is a minute of business. */
const speed = 60;
const dayMs = 86_400_000;

/** What a run suffers: counted by kind. */
export interface RollbackCounts {
  rollbacks: number;
  restores: number;
  restoresKilled: number;
  /** Transactions that had left and that the database did not have any more, after a rollback or restore. */
  transactionsLost: number;
  started: number;
  kills: number;
  /** Of these, at a named crash point. */
  pointsMet: number;
  pauses: number;
  sessionsCut: number;
  emptyWallets: number;
  feeSpikes: number;
  withdrawals: number;
}

export interface RollbackPlan {
  readonly engine: Engine;
  readonly processes: 1 | 2;
  readonly seed: number;
  /** How many payouts one transaction pays. */
  readonly payeesMax: number;
  /** How often the database is taken back or restored. */
  readonly times: number;
}

/** Everything of a run that no process has: the chain, the database server, the machines' disks, and what the world owes. */
export interface RollbackWorld {
  readonly plan: RollbackPlan;
  readonly directory: string;
  readonly programs: string;
  readonly place: CrashDatabase;
  readonly random: SeededRandom;
  readonly clock: Clock;
  readonly rail: AdversarialRail;
  readonly moods: RailMoods;
  readonly counts: RollbackCounts;
  /** By address: what was ever earned, in units of 10^-18. Nothing takes it back. */
  readonly earned: Map<string, bigint>;
  readonly wrong: string[];
  /** By the number of their machine: the process that was started last on it, dead or alive. */
  readonly children: (PayingChild | undefined)[];
  started(): PayingChild[];
  /** Starts a process, which dies at this crash point. One that dies while `supervised` is started again. */
  start(index: number, crashAt?: string): void;
  supervised: boolean;
  readonly dataOf: (index: number) => string;
  readonly drainFlag: string;
  giveTo(count: number): Promise<void>;
  close(): Promise<void>;
}

export async function openRollbackWorld(plan: RollbackPlan): Promise<RollbackWorld> {
  const directory = mkdtempSync(join(tmpdir(), 'openlode-rollback-'));
  const programs = join(ROOT, 'apps/pool/dist', `rollback-suite-${process.pid}-${plan.seed}`);
  const dataOf = (index: number): string => join(directory, `data-${index}`);
  for (let index = 0; index < plan.processes; index += 1) mkdirSync(dataOf(index));
  writeFileSync(join(dataOf(0), 'secret'), `${Buffer.from(suiteSecret).toString('hex')}\n`);
  const startedAt = Date.now();
  // Shortly after 13:00, so that the daily run is due; and never before the machine's time, by which a restore is dated.
  const begin = Math.ceil(startedAt / dayMs) * dayMs + 13 * 3_600_000 + 300_000;
  const clock = { now: () => begin + Math.floor((Date.now() - startedAt) * speed) };
  const random = seededRandom(plan.seed);
  const place = await makeCrashDatabase(plan.engine, dataOf(0), begin);
  await buildPrograms(programs, plan.engine === 'pglite' ? join(dataOf(0), 'database') : undefined);
  const moods: RailMoods = { walletEmpty: false, feesHigh: false };
  const { payeesMax } = plan;
  const rail = adversarialRail(clock, random, { validMs: 240_000, moods, payeesMax });
  const railPath = join(directory, 'rail.sock');
  const server: Server = await serveRail(rail, railPath);
  const points = payoutCrashPoints();
  const counts = {
    rollbacks: 0,
    restores: 0,
    restoresKilled: 0,
    transactionsLost: 0,
    started: 0,
    kills: 0,
    pointsMet: 0,
    pauses: 0,
    sessionsCut: 0,
    emptyWallets: 0,
    feeSpikes: 0,
    withdrawals: 0,
  };
  const earned = new Map<string, bigint>();
  const children: RollbackWorld['children'] = [];
  const wrong: string[] = [];

  const world: RollbackWorld = {
    plan,
    directory,
    programs,
    place,
    random,
    clock,
    rail,
    moods,
    counts,
    earned,
    wrong,
    children,
    started: () => children.filter((child) => child !== undefined),
    supervised: false,
    dataOf,
    drainFlag: join(directory, 'drain'),
    start: (index, crashAt) => {
      counts.started += 1;
      const child = startPaying(
        join(programs, 'payout-process.js'),
        {
          database: place.forChild,
          journal: join(dataOf(index), 'payouts.journal'),
          rail: railPath,
          begin,
          startedAt,
          speed,
          crashAt,
          seed: plan.seed * 10_000 + counts.started,
          payeesMax,
          drainFlag: world.drainFlag,
        },
        (line) => {
          // A journal that is ahead is what a rollback looks like; anything else is a fault.
          if (line !== 'journal sound' && line !== 'journal ahead') wrong.push(line);
        },
      );
      children[index] = child;
      void child.ended.then(() => {
        if (!world.supervised || children[index] !== child) return;
        counts.kills += 1;
        if (crashAt !== undefined) counts.pointsMet += 1;
        world.start(index, random.percent(60) ? `${random.pick(points)}:${1 + random.below(3)}` : undefined);
      });
    },
    giveTo: async (count) => {
      const from = earned.size;
      const names = await withDatabase(place, (db) =>
        giveToMiners(db, { from, count, at: clock.now(), reward: from === 0 }),
      );
      for (const name of names) earned.set(name, givenEach);
    },
    close: async () => {
      world.supervised = false;
      await Promise.all(world.started().map((child) => child.kill()));
      server.close();
      await place.drop();
      rmSync(directory, { recursive: true, force: true });
      rmSync(programs, { recursive: true, force: true });
    },
  };
  return world;
}

/** The process that pays, and the operator's commands as they are built; `prepared`: an embedded database of today's schema. */
async function buildPrograms(outdir: string, prepared: string | undefined): Promise<void> {
  const source = join(ROOT, 'apps/pool/src');
  await build(
    poolBundleOptions(
      {
        'payout-process': join(source, 'testing/payouts/payout-process.ts'),
        openlode: join(source, 'openlode.ts'),
        'pglite-worker': join(source, 'runtime/database/pglite-worker.ts'),
      },
      outdir,
    ),
  );
  cpSync(migrationsFolder, join(outdir, 'migrations'), {
    recursive: true,
    filter: (path) => !/\.[^.]+$/.test(path) || path.endsWith('.sql'),
  });
  if (prepared !== undefined) cpSync(prepared, join(outdir, 'prepared-database'), { recursive: true });
}
