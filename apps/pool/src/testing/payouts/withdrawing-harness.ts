import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openingEntry } from '@openlode/ledger/place-entries';
import { build } from 'esbuild';
import sql from 'sql-template-tag';
import { poolBundleOptions } from '../../../../../scripts/build/pool-bundle.ts';
import { ROOT } from '../../../../../scripts/root.ts';
import { DealtFaults } from '../../adapters/exchanges/testing/dealt-faults.ts';
import { krakenFace, type RegisteredAddresses } from '../../adapters/exchanges/testing/kraken-face.ts';
import { StandInVenue } from '../../adapters/exchanges/testing/stand-in-venue.ts';
import { serveVenue, type VenueServer } from '../../adapters/exchanges/testing/venue-server.ts';
import { auditLedger } from '../../domain/operations/audit/audit-ledger.ts';
import { bookEntry } from '../../domain/ledger/book-entry.ts';
import { readBooked } from '../../domain/treasury/places/watch-places.ts';
import type { Database } from '../../runtime/database/database.ts';
import type { Engine } from '../../runtime/database/testing/create-test-database.ts';
import { type SeededRandom, seededRandom } from '../simulation/seeded-random.ts';
import { type CrashDatabase, makeCrashDatabase, withDatabase } from './crash-database.ts';
import { payoutCrashPoints, withdrawalCrashPoints } from './crash-harness.ts';
import { givenEach, giveToMiners, suiteSecret } from './give-to-miners.ts';
import { type PayingChild, pauseChild, sleep, startPaying } from './paying-child.ts';
import type { LifeReport } from './rails/rail-life.ts';

/** A second of the run is forty of business: nothing is sent that has waited for a quarter of a minute, here for 375 ms. */
const speed = 40;
/** Shortly after 13:00, so that the daily run is due too. */
const begin = Date.UTC(2026, 3, 2, 13, 5);
const unit = 10n ** 18n;
/** A session that was cut, or a process that was paused, may keep a point from being come to. */
const timesMax = 2;
const fee = 2n * unit;

export interface WithdrawingPlan {
  readonly engine: Engine;
  readonly seed: number;
  /** At which of its hits each crash point is met, one after the other. */
  readonly hits: readonly number[];
  /** A point that is not met within this time is left by a kill. */
  readonly waitLimitMs: number;
  /** In which nothing has to be left open. */
  readonly drainMaxMs: number;
  /** A planted mistake, which ends in no order (`SuiteAccount`). */
  readonly isBlind?: boolean;
}

export interface WithdrawingReport extends LifeReport {
  readonly counts: Readonly<Record<string, number>>;
}

/** Every point at which the paying process dies. */
export function withdrawingPoints(): string[] {
  return [...payoutCrashPoints(), ...withdrawalCrashPoints()];
}

/**
 * Kills a real process that pays through an exchange at every crash point, pauses it and cuts off its database sessions, while the stand-in for Kraken loses
 * answers, takes late, and gives up what it has taken; then all is sound, and the ledger is held against the stand-in.
 */
export async function runWithdrawingHarness(plan: WithdrawingPlan): Promise<WithdrawingReport> {
  const world = await openWorld(plan);
  const trouble = setInterval(() => world.stir(), 150);
  try {
    for (const hit of plan.hits)
      for (const point of inAnyOrder(withdrawingPoints(), world.random))
        for (let time = 0; time < timesMax; time += 1) if (await diesAt(world, point, hit)) break;
    world.heal();
    const last = world.start();
    const isDrained = await Promise.race([last.ended.then(() => true), sleep(plan.drainMaxMs)]);
    if (!isDrained) world.wrong.push('not drained in time');
    await last.kill();
    return await withDatabase(world.place, (db) => report(world, db));
  } finally {
    clearInterval(trouble);
    await world.close();
  }
}

interface World {
  readonly plan: WithdrawingPlan;
  readonly random: SeededRandom;
  readonly place: CrashDatabase;
  readonly venue: StandInVenue;
  readonly counts: Map<string, number>;
  readonly wrong: string[];
  count(what: string): void;
  start(crashAt?: string): PayingChild;
  /** What the stand-in does by itself: takes what is late, sends what it has taken, or gives it up. */
  stir(): void;
  /** From here on it loses nothing, and sends everything. */
  heal(): void;
  close(): Promise<void>;
}

async function openWorld(plan: WithdrawingPlan): Promise<World> {
  const directory = mkdtempSync(join(tmpdir(), 'openlode-withdrawing-'));
  const outdir = join(ROOT, 'apps/pool/dist', `withdrawing-suite-${process.pid}-${plan.seed}`);
  const program = join(ROOT, 'apps/pool/src/testing/payouts/payout-process.ts');
  await build(poolBundleOptions({ 'payout-process': program }, outdir));
  const place = await makeCrashDatabase(plan.engine, join(directory, 'data'), begin);
  const random = seededRandom(plan.seed);
  const startedAt = Date.now();
  const now = (): number => begin + Math.floor((Date.now() - startedAt) * speed);
  // Enough that work is left at the last point too.
  const miners = withdrawingPoints().length * plan.hits.length * 16;
  const names = await withDatabase(place, (db) =>
    giveToMiners(db, { from: 0, count: miners, at: begin, reward: true }),
  );
  const venue = new StandInVenue(now, [], [{ coin: 'DOGE', name: 'DOGE', fee, amountMin: unit }]);
  venue.balances.set('DOGE', givenEach * BigInt(miners) * 2n);
  const entry = openingEntry('kraken', 'DOGE', venue.balances.get('DOGE') ?? 0n, begin);
  await withDatabase(place, (db) => db.transaction((tx) => bookEntry(tx, entry)));
  const server = await serveVenue(krakenFace(venue, registered(names), now));
  const world = worldOf({ plan, directory, outdir, place, random, server, venue, startedAt });
  return world;
}

/** Each payee under a name of its own, as an operator has registered them. */
function registered(names: readonly string[]): RegisteredAddresses {
  return Object.fromEntries(
    names.map((address, at) => [`payee-${at}`, { network: 'DOGE', address }] as const),
  );
}

interface Parts extends Pick<World, 'plan' | 'place' | 'random' | 'venue'> {
  readonly directory: string;
  readonly outdir: string;
  readonly server: VenueServer;
  readonly startedAt: number;
}

function worldOf({ plan, directory, outdir, place, random, server, venue, startedAt }: Parts): World {
  const counts = new Map<string, number>();
  const wrong: string[] = [];
  const drainFlag = join(directory, 'drain');
  const dealt = new DealtFaults(random);
  let isSound = false;
  let started = 0;
  server.faultOf = () => {
    if (isSound || random.percent(60)) return undefined;
    dealt.begin();
    const fault = dealt.next();
    world.count('an answer that was lost');
    return fault;
  };
  const world: World = {
    plan,
    random,
    place,
    venue,
    counts,
    wrong,
    count: (what) => void counts.set(what, (counts.get(what) ?? 0) + 1),
    start: (crashAt) => {
      started += 1;
      return startPaying(
        join(outdir, 'payout-process.js'),
        {
          database: place.forChild,
          journal: join(directory, 'journal'),
          rail: '',
          exchange: { url: server.url, isBlind: plan.isBlind === true, refusesAll: isOfRefused(crashAt) },
          begin,
          startedAt,
          speed,
          crashAt,
          seed: plan.seed * 1000 + started,
          payeesMax: 1,
          drainFlag,
        },
        (line) => {
          if (line !== 'journal sound') wrong.push(line);
        },
      );
    },
    stir: () => {
      if (isSound || random.percent(50)) server.takeLate();
      if (isSound || random.percent(30))
        venue.deliver(() => {
          const isGivenUp = !isSound && random.percent(15);
          if (isGivenUp) world.count('a withdrawal that the exchange gave up');
          return isGivenUp;
        });
    },
    heal: () => {
      isSound = true;
      writeFileSync(drainFlag, '');
    },
    close: async () => {
      await server.close();
      await place.drop();
      rmSync(directory, { recursive: true, force: true });
      rmSync(outdir, { recursive: true, force: true });
    },
  };
  return world;
}

/** Nothing is refused by itself: for this point an exchange lets out no amount that small while the process lives. */
function isOfRefused(crashAt: string | undefined): boolean {
  return crashAt?.startsWith('payout-released-unsigned:') === true;
}

/** Whether the process has died at the point. */
async function diesAt(world: World, point: string, hit: number): Promise<boolean> {
  const { random, place, plan } = world;
  const victim = world.start(`${point}:${hit}`);
  // A process that has not come up yet has nothing to lose.
  await Promise.race([victim.ready, victim.ended, sleep(60_000)]);
  const harms = random.percent(50) ? 25 : 200;
  const trouble = setInterval(() => {
    const harm = random.below(harms);
    if (harm === 0 && place.url !== undefined) {
      world.count('all sessions of the database cut');
      void place.cutSessions();
    } else if (harm === 1) {
      world.count('a process paused');
      pauseChild(victim, 250);
    }
  }, 100);
  const died = await Promise.race([victim.ended.then(() => true), sleep(plan.waitLimitMs)]);
  clearInterval(trouble);
  world.count(died ? `killed at ${point}` : 'killed by SIGKILL');
  await victim.kill();
  return died;
}

/** The daily run begins once a day, so its point comes first or never. */
function inAnyOrder(points: readonly string[], random: SeededRandom): string[] {
  const rank = new Map(points.map((point) => [point, random.below(1_000_000)]));
  rank.set('payout-run-started', -1);
  return points.toSorted((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
}

async function report({ plan, venue, counts, wrong }: World, db: Database): Promise<WithdrawingReport> {
  const rows = await db.query<{ id: bigint; state: string; address: string; amount: bigint }>(
    sql`SELECT id, state, address, amount FROM payouts ORDER BY id`,
  );
  const open = rows.filter(({ state }) => state !== 'settled' && state !== 'released');
  const settled = sumBy(rows.filter(({ state }) => state === 'settled'));
  const paid = sumBy(
    venue.transfers.flatMap(({ address, gross, isFailed }) =>
      isFailed === true ? [] : [{ address, amount: gross - fee }],
    ),
  );
  let [overpaid, lost] = [0n, 0n];
  for (const address of new Set([...settled.keys(), ...paid.keys()])) {
    const more = (paid.get(address) ?? 0n) - (settled.get(address) ?? 0n);
    if (more > 0n) overpaid += more;
    else lost -= more;
  }
  const booked = (await readBooked(db, 'kraken')).get('DOGE');
  if (booked !== venue.balances.get('DOGE'))
    wrong.push(`the ledger has ${booked} there, and the exchange ${venue.balances.get('DOGE')}`);
  wrong.push(...(await unsound(db)));
  const count = (state: string): number => rows.filter((row) => row.state === state).length;
  return {
    seed: plan.seed,
    rail: 'exchange',
    processes: 1,
    payouts: rows.length,
    settled: count('settled'),
    released: count('released'),
    waiting: open.map(({ id, state }) => `payout ${id} is ${state}`),
    overpaid,
    lost,
    wrong,
    counts: Object.fromEntries(counts),
  };
}

function sumBy(
  items: readonly { readonly address: string; readonly amount: bigint }[],
): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { address, amount } of items) sums.set(address, (sums.get(address) ?? 0n) + amount);
  return sums;
}

async function unsound(db: Database): Promise<string[]> {
  const off = await db.query<{ id: bigint }>(sql`
    SELECT miners.id FROM miners
      JOIN balances ON account = 'miner:' || miners.id || ':mining'
      LEFT JOIN payouts ON miner_id = miners.id AND state = 'settled'
     GROUP BY miners.id, balances.amount HAVING balances.amount + coalesce(sum(payouts.amount), 0) <> ${givenEach}`);
  const { findings } = await auditLedger({ db, clock: { now: () => begin }, secret: suiteSecret });
  const money = new Set<string>(['L1', 'L2', 'L3', 'L4', 'P5', 'E1']);
  return [
    ...(off.length === 0 ? [] : [`miners that do not add up: ${off.map(({ id }) => id).join(', ')}`]),
    ...findings.filter(({ rule }) => money.has(rule)).map((finding) => JSON.stringify(finding)),
  ];
}
