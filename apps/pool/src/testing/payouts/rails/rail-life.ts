import sql from 'sql-template-tag';
import { auditLedger } from '../../../domain/operations/audit/audit-ledger.ts';
import { compareByTransaction, describeBeyond, paidBeyond } from '../compare-by-transaction.ts';
import { withDatabase } from '../crash-database.ts';
import type { Truth } from '../compare-with-truth.ts';
import type { GroundFault } from './ground.ts';
import { sweepCrashPoints } from '../crash-harness.ts';
import { beginEpisodes } from './begin-episodes.ts';
import { doomOf } from './choose-doom.ts';
import { dieReplacing } from './die-replacing.ts';
import { dieSweeping, namedSweepPoints } from './die-sweeping.ts';
import { openInstance } from './paying-instance.ts';
import { mineBlocks } from './mine-blocks.ts';
import type { Doom } from './mortal.ts';
import { putOutByFee } from './put-out-by-fee.ts';
import type { RailWorld } from './rail-world.ts';
import { bringOwn, wrongSweeps } from './sweep-as-operator.ts';
import { askAgain, type KeptCopy, keepCopy, restart, restartHere, restore, rollBack } from './take-back.ts';
import { soundMood } from './unsure-node.ts';

export interface LifePlan {
  readonly processes: 1 | 2;
  /** How many turns there is trouble. */
  readonly ticks: number;
  /** How often the database is taken back or restored. */
  readonly takeBacks: number;
  /** Turns after which everything must be over. */
  readonly drainMax: number;
  /** What needs such a wait is done seldom where blocks and wallets are slow: the chance of a fault of the nodes in each turn, in percent. */
  readonly nodeFaults: number;
}

export interface LifeReport {
  readonly seed: number;
  readonly rail: string;
  readonly processes: 1 | 2;
  readonly payouts: number;
  readonly settled: number;
  readonly released: number;
  /** Not over, each with what it waits for. */
  readonly waiting: readonly string[];
  readonly overpaid: bigint;
  readonly lost: bigint;
  readonly wrong: readonly string[];
}

/** For whom there is enough. */
const payeesMax = 52;

/**
 * Turns at which pools are filled where they can be: the database is rolled back a turn after the first, restored two turns after the second, to
 * what it was before; the pools are full meanwhile.
 */
const fillAt: ReadonlySet<number> = new Set([28, 45]);

/** Between a copy and the rollback to it, so that the other transaction may be lost with it. */
const replaceEvery = 18;
const replaceAt = 9;
/** Each of the named points of sweeps once in a life. */
const sweepEvery = 10;
const sweepAt = 7;

/** A fault of the nodes or the wallet that lasts. */
interface Lasting {
  /** Whether it ends after this turn. */
  readonly isDue: (tick: number) => boolean;
  readonly end: () => Promise<void>;
  /** Whether nothing else happens to the nodes meanwhile. */
  readonly isAlone?: boolean;
}

/** Trouble for a while; then everything heals, what is open comes to its end, and the ledger is held against the blocks of both nodes. */
export async function liveOnce(world: RailWorld, plan: LifePlan): Promise<LifeReport> {
  const { ground, random } = world;
  await ground.begin(payeesMax, world.clock.now());
  // Many, of whom few are paid at a time: what is taken back has known those who were paid since.
  await world.giveTo(20);
  if (sweeps(world)) await withDatabase(world.place, (db) => bringOwn(db, world));
  for (let index = 0; index < plan.processes; index += 1)
    world.instances.push(openInstance(world, index, doomIn(world)));
  const lasting: Lasting[] = [];
  const copies: KeptCopy[] = [];
  const every = Math.floor(plan.ticks / Math.max(1, plan.takeBacks));
  for (let tick = 1; tick <= plan.ticks; tick += 1) {
    if (random.percent(20)) await world.giveTo(1);
    if (fillAt.has(tick)) await fill(world, lasting);
    const healed = () => endAll(world, lasting);
    for (const { ticks, end } of await beginEpisodes(world, tick, healed))
      lasting.push({ isDue: (now) => now >= tick + ticks - 1, end, isAlone: true });
    await harm(world, plan, lasting);
    const cut = random.percent(6) ? cutSessions(world) : undefined;
    await turnAll(world);
    await cut;
    await blocks(world);
    await endDue(lasting, tick);
    if (tick % replaceEvery === replaceAt) await replace(world, lasting, Math.floor(tick / replaceEvery));
    if (tick % sweepEvery === sweepAt) await sweep(world, lasting, Math.floor(tick / sweepEvery));
    if (plan.takeBacks === 0) continue;
    if (tick % (2 * every) === 0) {
      await endAll(world, lasting);
      await askAgain(world, `a${tick}`, tick % (4 * every) === 0);
    }
    const isBackup = Math.floor(tick / every) % 2 === 1;
    if (tick % every === Math.floor(every / 3)) copies.push(await keepCopy(world, `c${tick}`, isBackup));
    if (tick % every !== every - 1) continue;
    const last = copies.at(-1);
    if (last === undefined) continue;
    await (last.isBackup ? restore(world, last) : rollBack(world, last));
  }
  await heal(world, lasting);
  const isDone = await drain(world, plan.drainMax);
  return compare(world, plan, isDone);
}

function sweeps({ ground, isBlind }: RailWorld): boolean {
  return ground.sweepTo !== undefined && !isBlind;
}

const sweepPoints = sweepCrashPoints();

function doomIn(world: RailWorld): Doom | undefined {
  return doomOf(world.random, sweeps(world) ? sweepPoints : []);
}

/** Of three in a life each is at another point, and lives of the next seeds go on with the others. */
async function replace(world: RailWorld, lasting: Lasting[], at: number): Promise<void> {
  const { ground, seed } = world;
  const { operatorPoints: points } = ground;
  const point = points[(seed * 3 + at) % Math.max(1, points.length)];
  if (point === undefined) return;
  await endAll(world, lasting);
  await dieReplacing(world, point);
}

/** The named points of sweeps, one after another. */
async function sweep(world: RailWorld, lasting: Lasting[], at: number): Promise<void> {
  const point = namedSweepPoints[at];
  if (point === undefined || !sweeps(world)) return;
  await endAll(world, lasting);
  await dieSweeping(world, point);
}

/** The dead are started again; then each goes over its payouts, two at once. */
async function turnAll(world: RailWorld): Promise<void> {
  const { random, instances } = world;
  for (const [index, each] of instances.entries())
    if (each.isOver && random.percent(70)) await restart(world, index, doomIn(world));
    else if (!each.isOver) each.doom(doomIn(world));
  await Promise.all(instances.map((each) => each.turn('trouble')));
  world.advance(5000 + random.below(30_000));
}

async function blocks(world: RailWorld): Promise<void> {
  const { random } = world;
  if (random.percent(45)) await mineBlocks(world, 1 + random.below(2));
}

/** What happens in one turn: to the lines of the nodes, and to the nodes. */
async function harm(world: RailWorld, plan: LifePlan, lasting: Lasting[]): Promise<void> {
  const { random, ground, count } = world;
  for (const name of ['one', 'two'] as const) {
    const mood = ground.moods[name];
    Object.assign(mood, { unreached: 0, unanswered: 0, isSilent: false, lie: undefined });
    if (random.percent(30)) mood.unreached = random.below(8);
    if (random.percent(30)) mood.unanswered = random.below(8);
    if (random.percent(8)) {
      mood.isSilent = true;
      count('a node silent for a turn');
    }
  }
  // One of two: what both say is so.
  if (random.percent(25)) ground.moods[random.pick(['one', 'two'] as const)].lie = random.pick(ground.lies);
  if (lasting.some(({ isAlone }) => isAlone === true)) return;
  if (random.percent(plan.nodeFaults)) await begin(world, pickFault(world), lasting);
}

function cutSessions({ place, count }: RailWorld): Promise<void> {
  count('all sessions of the database cut');
  return place.cutSessions();
}

function pickFault({ ground, random }: RailWorld): GroundFault {
  const all = ground.faults.flatMap((fault) => Array.from({ length: fault.weight }, () => fault));
  return random.pick(all);
}

async function begin({ random, count }: RailWorld, fault: GroundFault, lasting: Lasting[]): Promise<void> {
  const begun = await fault.begin(random);
  if (begun === undefined) return;
  count(fault.name);
  if (begun !== 'over') lasting.push({ isDue: dueAt(1 + random.below(6)), end: begun });
}

/** Nothing else lasts while pools are filled; processes may die at any time of it. */
async function fill(world: RailWorld, lasting: Lasting[]): Promise<void> {
  const { pools } = world.ground;
  if (pools === undefined) return;
  for (const each of lasting.splice(0)) await each.end();
  const end = await putOutByFee(world, pools, () => turnAll(world));
  if (end !== undefined) lasting.push({ isDue: dueAt(6), end, isAlone: true });
}

/** What lasts ends, and everything is as it should be. */
async function endAll({ ground, clock }: RailWorld, lasting: Lasting[]): Promise<void> {
  for (const each of lasting.splice(0)) await each.end();
  await ground.heal(payeesMax, clock.now());
}

/** Of every seven turns, from this one on. */
function dueAt(ticks: number): (tick: number) => boolean {
  return (tick) => tick % 7 >= ticks;
}

async function endDue(lasting: Lasting[], tick: number): Promise<void> {
  const due = lasting.filter(({ isDue }) => isDue(tick));
  for (const each of due) {
    lasting.splice(lasting.indexOf(each), 1);
    await each.end();
  }
}

async function heal(world: RailWorld, lasting: readonly Lasting[]): Promise<void> {
  const { ground, clock } = world;
  for (const name of ['one', 'two'] as const) Object.assign(ground.moods[name], soundMood());
  for (const each of lasting) await each.end();
  await ground.heal(payeesMax, clock.now());
  for (let index = 0; index < world.instances.length; index += 1) await restartHere(world, index);
}

async function drain(world: RailWorld, turns: number): Promise<boolean> {
  for (let turn = 0; turn < turns; turn += 1) {
    for (const each of world.instances) await each.turn('drain');
    world.advance(20_000);
    await mineBlocks(world, 1);
    if (turn % 3 === 2 && (await isDone(world))) return true;
  }
  return false;
}

async function isDone({ place }: RailWorld): Promise<boolean> {
  return withDatabase(place, async (db) => {
    const left = await db.query(sql`
      SELECT 1 FROM payouts WHERE state NOT IN ('settled', 'released')
      UNION ALL SELECT 1 FROM sweeps WHERE state IN ('planned', 'signed', 'sent')
      UNION ALL SELECT 1 FROM payout_transactions WHERE state IN ('signed', 'sent')
      UNION ALL SELECT 1 FROM miners WHERE NOT EXISTS (SELECT 1 FROM payouts WHERE miner_id = miners.id) LIMIT 1`);
    return left.length === 0;
  });
}

async function compare(world: RailWorld, plan: LifePlan, isDone: boolean): Promise<LifeReport> {
  const { ground, place, earned, clock, wrong } = world;
  for (const each of world.instances) await each.end();
  const truth: Truth = await ground.truth(new Set(earned.keys()));
  const compared = await withDatabase(place, (db) => compareByTransaction(db, truth));
  const beyond = paidBeyond(truth, earned);
  const { sweepTo } = ground;
  if (sweepTo !== undefined) {
    const swept = await ground.truth(new Set([sweepTo]));
    wrong.push(...(await withDatabase(place, (db) => wrongSweeps(db, swept))));
  }
  const { findings } = await withDatabase(place, (db) =>
    auditLedger({ db, clock, secret: new Uint8Array(32) }),
  );
  const money = new Set<string>(['L1', 'L2', 'L3', 'L4', 'P5', 'E1']);
  wrong.push(
    ...compared.wrong,
    ...describeBeyond(beyond),
    ...findings.filter(({ rule }) => money.has(rule)).map((finding) => JSON.stringify(finding)),
    // Everything is healed and lifted: nothing may wait for anything any more.
    ...(ground.mayWait === true ? [] : compared.waiting),
    ...(isDone || ground.mayWait === true ? [] : ['not everything came to its end']),
  );
  return {
    seed: world.seed,
    rail: ground.name,
    processes: plan.processes,
    payouts: compared.payouts,
    settled: compared.settled,
    released: compared.released,
    waiting: compared.waiting,
    overpaid: [...beyond.values()].reduce((sum, amount) => sum + amount, compared.overpaid),
    lost: compared.lost,
    wrong,
  };
}
