import sql from 'sql-template-tag';
import type { Database } from '../../runtime/database/database.ts';
import { type AdversarialRail, adversarialRail } from '../../sandbox/testing/adversarial-rail.ts';
import { advancePayouts } from '../../domain/payouts/advance-payouts.ts';
import { runAutoPayouts } from '../../domain/payouts/auto-run.ts';
import { checkJournal, linesAhead } from '../../domain/payouts/check-journal.ts';
import { approvePayout } from '../../domain/payouts/operate-payouts.ts';
import { listUnfinishedPayouts } from '../../domain/payouts/payout.ts';
import { reservePayout } from '../../domain/payouts/reserve-payout.ts';
import { setAutoPay } from '../../domain/payouts/set-auto-pay.ts';
import { liftSuspension } from '../../domain/payouts/lift-suspension.ts';
import { readSuspensions } from '../../domain/payouts/suspensions.ts';
import { armCrashPoints } from '../../domain/kernel/crash-point.ts';
import type { TestContext } from '../../domain/testing/create-test-context.ts';
import { compareWithTruth } from '../payouts/compare-with-truth.ts';
import {
  availableTo,
  coin,
  giveBalance,
  giveReward,
  openMiner,
  type PayingProcess,
  payingProcess,
} from '../payouts/payout-world.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

export interface PayoutRun {
  readonly wrong: readonly string[];
  readonly settled: number;
  readonly released: number;
  readonly kills: number;
  readonly faults: number;
}

/** What a dying process leaves of its own work: nothing more happens in it. */
class Killed extends Error {}

/** The commit may have happened without an answer. */
class LostAnswer extends Error {}

const minersMax = 2;

/**
 * Two processes pay from one database over a chain that does its worst, are killed between any two steps, lose answers of the
 * database and start again. Afterwards the chain heals, everything drains, and what the chain has is held against the ledger.
 */
export async function simulatePayouts(
  ctx: TestContext,
  seed: number,
  operations: number,
): Promise<PayoutRun> {
  const random = seededRandom(seed);
  // In every second run one transaction pays several.
  const payeesMax = seed % 2 === 0 ? 3 : 1;
  const rail = adversarialRail(ctx.clock, random, { payeesMax });
  const [newest] = await ctx.db.query<{ id: bigint }>(sql`SELECT coalesce(max(id), 0) AS id FROM payouts`);
  const before = newest?.id ?? 0n;
  const trouble = { on: true, kills: 0, lost: 0 };
  const db = faultyDatabase(ctx.db, () => trouble.on && random.percent(2) && (trouble.lost += 1) > 0);
  const processes = [payingProcess(ctx, rail, db), payingProcess(ctx, rail, db)];
  const given = new Map<bigint, bigint>();
  for (let each = 0; each < minersMax; each += 1) {
    const id = await openMiner(ctx, { autoPay: random.percent(50) });
    const amount = BigInt(20 + random.below(100)) * coin;
    await giveBalance(ctx, id, amount);
    await giveReward(ctx, id, ctx.clock.now() - 86_400_000 / 2);
    given.set(id, amount);
  }
  const wrong: string[] = [];
  try {
    for (let each = 0; each < operations; each += 1)
      await operate(ctx, random, { processes, given, trouble, wrong });
    trouble.on = false;
    armCrashPoints();
    rail.heal();
    await drain(ctx, processes);
    wrong.push(...(await findWrong(ctx, processes, given, { rail, before })));
    const { settled, released } = await compareWithTruth(ctx.db, rail.truth(), before);
    return { wrong, settled, released, kills: trouble.kills, faults: rail.faults() + trouble.lost };
  } finally {
    armCrashPoints();
    for (const process of processes) process.end();
    // The next seed's daily run is its own.
    await ctx.db.query(sql`UPDATE miners SET auto_pay = false WHERE auto_pay`);
  }
}

interface Simulation {
  readonly processes: PayingProcess[];
  readonly given: Map<bigint, bigint>;
  readonly trouble: { on: boolean; kills: number; lost: number };
  readonly wrong: string[];
}

async function operate(ctx: TestContext, random: SeededRandom, world: Simulation): Promise<void> {
  const { processes, given } = world;
  const miner = random.pick([...given.keys()]);
  const what = random.below(100);
  if (what < 12) {
    const amount = BigInt(1 + random.below(60)) * coin + BigInt(random.below(1000));
    await giveBalance(ctx, miner, amount);
    given.set(miner, (given.get(miner) ?? 0n) + amount);
  } else if (what < 30) {
    await everywhere(world, random, (process) => reservePayout(process, miner, 'manual'));
  } else if (what < 35) {
    await setAutoPay(ctx, miner, random.percent(50));
  } else if (what < 42) {
    await everywhere(world, random, (process) => runAutoPayouts(process, (_miner, error) => rethrow(error)));
  } else if (what < 50) {
    ctx.advance(1000 * (1 + random.below(random.percent(10) ? 43_200 : 300)));
  } else if (what < 54) {
    for (const { network } of await readSuspensions(ctx.db))
      await liftSuspension(ctx, network, 'looked at it');
  } else {
    if (random.percent(70)) killSomewhere(random, world);
    await everywhere(world, random, (process) => advancePayouts(process, (_payout, error) => rethrow(error)));
    armCrashPoints();
    ctx.advance(1000 * random.below(20));
  }
  for (const [index, process] of processes.entries())
    if (random.percent(3)) await restart(world, index, process);
}

/** In one process or in both at once. */
async function everywhere(
  world: Simulation,
  random: SeededRandom,
  work: (process: PayingProcess) => Promise<unknown>,
): Promise<void> {
  const { processes, wrong } = world;
  const chosen = random.percent(50) ? [0, 1] : [random.below(2)];
  const results = await Promise.allSettled(
    chosen.map(async (index) => {
      const process = processes[index];
      if (process !== undefined) await work(process);
    }),
  );
  for (const [at, result] of results.entries()) {
    if (result.status === 'fulfilled') continue;
    const index = chosen[at] ?? 0;
    const process = processes[index];
    if (!(result.reason instanceof Killed) && !(result.reason instanceof LostAnswer))
      wrong.push(
        `unexpected: ${String(result.reason instanceof Error ? result.reason.stack : result.reason)}`,
      );
    if (process !== undefined) await restart(world, index, process);
  }
}

async function restart(world: Simulation, index: number, process: PayingProcess): Promise<void> {
  const again = process.restart();
  world.processes[index] = again;
  const outcome = await retried(() => checkJournal(again));
  if (outcome.kind !== 'sound') world.wrong.push(`the journal is ${outcome.kind} after a restart`);
}

async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof LostAnswer)) throw error;
    }
  }
}

function killSomewhere(random: SeededRandom, { trouble }: Simulation): void {
  let left = 1 + random.below(6);
  armCrashPoints(() => {
    left -= 1;
    if (left !== 0) return;
    trouble.kills += 1;
    throw new Killed();
  });
}

/** A chain that does not answer is nothing unusual; a death is. */
function rethrow(error: unknown): void {
  if (error instanceof Killed) throw error;
}

function faultyDatabase(db: Database, strikes: () => boolean): Database {
  return {
    ...db,
    transaction: async (work) => {
      const result = await db.transaction(work);
      if (strikes()) throw new LostAnswer();
      return result;
    },
  };
}

/** The operator looks at everything, and time passes. */
async function drain(ctx: TestContext, processes: readonly PayingProcess[]): Promise<void> {
  for (let round = 0; round < 80; round += 1) {
    for (const { network } of await readSuspensions(ctx.db)) await liftSuspension(ctx, network, 'healed');
    const open = await listUnfinishedPayouts(ctx.db);
    if (open.length === 0) return;
    for (const payout of open) if (payout.hold !== null) await approvePayout(ctx, payout.id, 'healed');
    const process = processes[round % processes.length];
    if (process !== undefined) await advancePayouts(process, () => undefined);
    ctx.advance(31_000);
  }
}

async function findWrong(
  ctx: TestContext,
  processes: readonly PayingProcess[],
  given: ReadonlyMap<bigint, bigint>,
  { rail, before }: { readonly rail: AdversarialRail; readonly before: bigint },
): Promise<string[]> {
  const { overpaid, lost, wrong } = await compareWithTruth(ctx.db, rail.truth(), before);
  const found = [...wrong];
  if (overpaid !== 0n) found.push(`overpaid ${overpaid}`);
  if (lost !== 0n) found.push(`lost ${lost}`);
  for (const [miner, amount] of given) {
    const [paid] = await ctx.db.query<{ amount: bigint }>(sql`
      SELECT coalesce(sum(amount), 0) AS amount FROM payouts WHERE miner_id = ${miner} AND state = 'settled'`);
    const has = (await availableTo(ctx, miner)) + (paid?.amount ?? 0n);
    if (has !== amount) found.push(`miner ${miner} was given ${amount} and has or had ${has}`);
  }
  const journalled = new Set(processes.flatMap(({ journal }) => journal.lines().map(({ txid }) => txid)));
  for (const { txid } of rail.truth()) if (!journalled.has(txid)) found.push(`${txid} is in no journal`);
  for (const { journal } of processes) {
    const ahead = await linesAhead(ctx.db, journal);
    if (ahead.length > 0)
      found.push(`the journal is ahead by ${ahead.map(({ payout }) => payout).join(', ')}`);
  }
  return [...found, ...(await findBadStories(ctx, before))];
}

/** What watchers were told of each payout: each status once, and forwards. */
async function findBadStories(ctx: TestContext, before: bigint): Promise<string[]> {
  const rows = await ctx.db.query<{ id: string; story: string; state: string }>(sql`
    SELECT body->>'payoutId' AS id, string_agg(body->>'status', ' ' ORDER BY seq) AS story, min(state) AS state
      FROM events JOIN payouts ON payouts.id = (body->>'payoutId')::bigint
     WHERE type = 'payout' AND payouts.id > ${before} GROUP BY 1`);
  const sound = new Set(['pending processing success', 'pending processing error', 'pending error']);
  return rows.filter(({ story }) => !sound.has(story)).map(({ id, story }) => `payout ${id} said: ${story}`);
}
