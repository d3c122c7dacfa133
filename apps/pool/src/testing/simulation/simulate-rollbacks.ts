import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sql } from 'sql-template-tag';
import { backupTables } from '../../domain/operations/backup/read-backup.ts';
import { writeBackup } from '../../domain/operations/backup/write-backup.ts';
import type { Database, Queryable } from '../../runtime/database/database.ts';
import { type AdversarialRail, adversarialRail } from '../../sandbox/testing/adversarial-rail.ts';
import { importTables } from '../../domain/operations/backup/import-tables.ts';
import { adoptPayout } from '../../domain/payouts/adopt-payout.ts';
import { advancePayouts } from '../../domain/payouts/advance-payouts.ts';
import { checkJournal } from '../../domain/payouts/check-journal.ts';
import { compareOutgoing } from '../../domain/payouts/compare-outgoing.ts';
import { disregardTransaction } from '../../domain/payouts/disregard-transaction.ts';
import { markRestored } from '../../domain/operations/mark-restored.ts';
import { listUnfinishedPayouts } from '../../domain/payouts/payout.ts';
import { reservePayout } from '../../domain/payouts/reserve-payout.ts';
import { liftSuspension } from '../../domain/payouts/lift-suspension.ts';
import { readSuspensions } from '../../domain/payouts/suspensions.ts';
import { WalletShort } from '../../domain/kernel/wallet-short.ts';
import type { TestContext } from '../../domain/testing/create-test-context.ts';
import { decideAsOperator } from '../payouts/decide-as-operator.ts';
import { compareByTransaction, describeBeyond, paidBeyond } from '../payouts/compare-by-transaction.ts';
import { coin, giveBalance, openMiner, type PayingProcess, payingProcess } from '../payouts/payout-world.ts';
import { resetDatabase } from '../../domain/testing/reset-database.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

export interface RollbackRun {
  readonly wrong: readonly string[];
  readonly payouts: number;
  readonly settled: number;
  readonly released: number;
  readonly rollbacks: number;
  readonly restores: number;
  readonly faults: number;
  readonly overpaid: bigint;
  readonly lost: bigint;
}

const minersMax = 4;
const dayMs = 86_400_000;

interface Simulation {
  readonly ctx: TestContext;
  readonly random: SeededRandom;
  readonly rail: AdversarialRail;
  readonly folder: string;
  readonly counts: { rollbacks: number; restores: number; emptyWallets: number };
  readonly wrong: string[];
  /** What answers under the database's name: another server after each rollback. */
  readonly server: { number: number };
  readonly db: Database;
  processes: PayingProcess[];
}

/**
 * One or two processes pay over a chain that does its worst, with a wallet that runs empty; the database goes back to an older copy under
 * them, or a backup is restored and their journals are lost. An operator compares, adopts and lifts. Then everything heals and drains, and
 * what the chain has is held against the database.
 */
export async function simulateRollbacks(
  ctx: TestContext,
  seed: number,
  { processes, days }: { readonly processes: 1 | 2; readonly days: number },
): Promise<RollbackRun> {
  const random = seededRandom(seed);
  const counts = { rollbacks: 0, restores: 0, emptyWallets: 0 };
  // In every second run one transaction pays several.
  const chain = adversarialRail(ctx.clock, random, { payeesMax: seed % 2 === 0 ? 3 : 1 });
  const healed = { on: false };
  const rail: AdversarialRail = {
    ...chain,
    build: (orders, claimed) => {
      if (healed.on || !random.percent(5)) return chain.build(orders, claimed);
      counts.emptyWallets += 1;
      return Promise.reject(new WalletShort('the wallet is empty'));
    },
  };
  const folder = mkdtempSync(join(tmpdir(), 'openlode-rollbacks-'));
  mkdirSync(join(folder, 'data'));
  const given = new Map<bigint, bigint>();
  const earned = new Map<string, bigint>();
  for (let each = 0; each < minersMax; each += 1) {
    const address = `DRollback${seed}x${each}`;
    const id = await openMiner(ctx, { address });
    const amount = BigInt(100 + random.below(100)) * coin;
    await giveBalance(ctx, id, amount);
    given.set(id, amount);
    earned.set(address, amount);
  }
  const server = { number: 0 };
  const db = answeredBy(ctx.db, server);
  const world: Simulation = { ctx, random, rail, folder, counts, wrong: [], server, db, processes: [] };
  for (let each = 0; each < processes; each += 1) world.processes.push(payingProcess(ctx, rail, db));
  try {
    for (let day = 0; day < days; day += 1) await spendDay(world, given, day);
    chain.heal();
    healed.on = true;
    await drain(world);
    return { ...(await compare(world, earned)), rollbacks: counts.rollbacks, restores: counts.restores };
  } finally {
    for (const process of world.processes) process.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A copy is taken, payouts go on, and the database is the copy again: under the live processes, or after a restore. */
async function spendDay(world: Simulation, given: ReadonlyMap<bigint, bigint>, day: number): Promise<void> {
  const { ctx, random } = world;
  await work(world, given, random.below(4));
  const copy = join(world.folder, `copy-${day}`);
  await writeBackup(ctx, { file: copy, dataDirectory: join(world.folder, 'data'), version: 'x' });
  const copiedAt = ctx.clock.now();
  await work(world, given, 1 + random.below(6));
  await resetDatabase(ctx.db);
  await importTables(ctx, backupTables(copy));
  // Identity sequences jump ahead at a failover, as the server logs 32 values at a time; a restore begins after the newest.
  const isRestore = random.percent(50);
  if (!isRestore)
    await ctx.db.execute(
      `SELECT setval(pg_get_serial_sequence('payouts', 'id'), (SELECT coalesce(max(id), 0) FROM payouts) + 33)`,
    );
  world.counts[isRestore ? 'restores' : 'rollbacks'] += 1;
  if (isRestore) await restored(world, copiedAt);
  world.server.number += 1;
  // One process goes on at once; the others look within two seconds.
  await act(world, given);
  for (const process of world.processes) await process.rollback.check(process.db, ctx.clock.now());
  ctx.advance(1000 * random.below(60));
  await operate(world);
  ctx.advance(random.percent(30) ? dayMs : 60_000);
}

async function restored(world: Simulation, backupAt: number): Promise<void> {
  const { ctx, random } = world;
  // What is left of the journals is given to the restore, or nothing is.
  const lines = world.processes.flatMap(({ journal }) => (random.percent(50) ? journal.lines() : []));
  for (const process of world.processes) process.end();
  world.processes = world.processes.map(() => payingProcess(ctx, world.rail, world.db));
  const epoch = ctx.random.uuid();
  await markRestored(ctx.db, { epoch, at: ctx.clock.now(), backupAt, lines, faults: [] });
}

async function work(world: Simulation, given: ReadonlyMap<bigint, bigint>, rounds: number): Promise<void> {
  const { ctx, random } = world;
  for (let round = 0; round < rounds; round += 1) {
    await act(world, given);
    ctx.advance(1000 * random.below(60));
  }
}

async function act({ random, processes }: Simulation, given: ReadonlyMap<bigint, bigint>): Promise<void> {
  const process = random.pick(processes);
  if (random.percent(60)) await reservePayout(process, random.pick([...given.keys()]), 'manual');
  await advancePayouts(random.pick(processes), () => undefined);
}

/** The database as another server answers it: what names the server in an answer has its number. */
function answeredBy(db: Database, server: { readonly number: number }): Database {
  const renamed =
    (from: Queryable) =>
    async <Row>(statement: Sql): Promise<Row[]> =>
      (await from.query<Row>(statement)).map((row) =>
        typeof row === 'object' && row !== null && 'server' in row
          ? { ...row, server: `${String(row.server)} ${server.number}` }
          : row,
      );
  return {
    ...db,
    query: renamed(db),
    transaction: (run) => db.transaction((tx) => run({ ...tx, query: renamed(tx) })),
  };
}

/** An operator looks at everything that is suspended: compares, adopts what is unknown, compares again and lifts. */
async function operate({
  ctx,
  processes,
  random,
}: Pick<Simulation, 'ctx' | 'processes' | 'random'>): Promise<void> {
  const operator = { ...random.pick(processes), secret: ctx.secret, actor: 'operator' };
  for (let look = 0; look < 30; look += 1) {
    for (const process of processes) await checkJournal(process);
    const [suspension] = await readSuspensions(ctx.db);
    if (suspension === undefined) break;
    const compared = await compareOutgoing(operator).catch(() => undefined);
    for (const { txid } of compared?.unknown ?? []) {
      const adopted = await adoptPayout(operator, { txid, reason: 'it had left' }).catch(() => undefined);
      if (adopted?.kind === 'replaced')
        await disregardTransaction(operator, { txid, reason: 'another one pays it' }).catch(() => undefined);
    }
    if (compared?.unknown.length === 0) await liftSuspension(ctx, suspension.network, 'compared');
  }
  for (const payout of await listUnfinishedPayouts(ctx.db))
    await decideAsOperator({ ...ctx, actor: 'operator' }, payout);
}

async function drain(world: Simulation): Promise<void> {
  const { ctx } = world;
  for (let round = 0; round < 120; round += 1) {
    await operate(world);
    if ((await listUnfinishedPayouts(ctx.db)).length === 0 && (await readSuspensions(ctx.db)).length === 0)
      return;
    for (const process of world.processes) await advancePayouts(process, () => undefined);
    ctx.advance(31_000);
  }
}

/** By transaction, and by address: a second payment that was adopted shows as one beyond what its address was given. */
async function compare(
  { ctx, rail, wrong, counts }: Simulation,
  given: ReadonlyMap<string, bigint>,
): Promise<Omit<RollbackRun, 'rollbacks' | 'restores'>> {
  const truth = rail.truth();
  const compared = await compareByTransaction(ctx.db, truth);
  const beyond = paidBeyond(truth, given);
  const faults = rail.faults() + counts.rollbacks + counts.restores + counts.emptyWallets;
  return {
    ...compared,
    wrong: [...wrong, ...compared.wrong, ...describeBeyond(beyond)],
    overpaid: [...beyond.values()].reduce((total, amount) => total + amount, compared.overpaid),
    faults,
  };
}
