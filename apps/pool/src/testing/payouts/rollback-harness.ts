import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import sql from 'sql-template-tag';
import { writeBackup } from '../../domain/operations/backup/write-backup.ts';
import { encodeSandboxPayment, sandboxPayment } from '../../sandbox/rail/sandbox-payment.ts';
import { auditLedger } from '../../domain/operations/audit/audit-ledger.ts';
import { drainMaxMs } from './crash-harness.ts';
import {
  compareByTransaction,
  describeBeyond,
  paidBeyond,
  type TransactionComparison,
} from './compare-by-transaction.ts';
import { withDatabase } from './crash-database.ts';
import { pauseChild, sleep } from './paying-child.ts';
import { coldStore } from './give-to-miners.ts';
import {
  openRollbackWorld,
  type RollbackCounts,
  type RollbackPlan,
  type RollbackWorld,
} from './rollback-world.ts';

export interface RollbackReport extends RollbackCounts, TransactionComparison {
  readonly seed: number;
  readonly processes: 1 | 2;
  readonly railFaults: number;
  /** All that was done to the processes, the database and by the chain. */
  readonly faults: number;
  readonly ms: number;
}

/**
 * Real processes pay over a chain that does its worst. They are killed, paused and cut off; the database is taken back to an older copy
 * under them, or a backup is restored with `openlode restore`, which is killed as well; the wallet runs empty and fees spike. An operator
 * compares, adopts, disregards and lifts in each process. Then everything heals and drains, and the ledger is compared with the chain.
 */
export async function runRollbackHarness(plan: RollbackPlan): Promise<RollbackReport> {
  const begun = Date.now();
  const world = await openRollbackWorld(plan);
  try {
    await world.giveTo(12);
    startAll(world);
    const copies: string[] = [];
    for (let time = 0; time < plan.times; time += 1) await takeBackOnce(world, copies, time);
    return { ...(await healAndCompare(world)), ms: Date.now() - begun };
  } finally {
    await world.close();
  }
}

function startAll(world: RollbackWorld): void {
  for (let index = 0; index < world.plan.processes; index += 1) world.start(index);
  world.supervised = true;
}

/** Nothing of the pool runs from here to the next `startAll`. */
async function stopAll(world: RollbackWorld): Promise<void> {
  world.supervised = false;
  for (const child of world.children) {
    await child?.kill();
    world.counts.kills += 1;
  }
}

/** A copy is taken, payouts go on in trouble, and the database is that copy, or one before it. */
async function takeBackOnce(world: RollbackWorld, copies: string[], time: number): Promise<void> {
  const { random, counts } = world;
  const isRestore = time % 2 === 1;
  await world.giveTo(2 + random.below(3));
  await trouble(world, 200 + random.below(800));
  const copy = `${isRestore ? 'b' : 'c'}${time}`;
  await keepCopy(world, copy, isRestore);
  copies.push(copy);
  // What is earned from here on is lost with the copy, and may be paid before that.
  if (random.percent(50)) await world.giveTo(1 + random.below(2));
  if (random.percent(20)) await withdraw(world);
  await trouble(world, 300 + random.below(1500));
  const older = copies.filter((each) => each[0] === copy[0]);
  const chosen = random.percent(80) ? copy : random.pick(older.slice(-3));
  if (isRestore) await restore(world, chosen);
  else await rollBack(world, chosen);
  counts[isRestore ? 'restores' : 'rollbacks'] += 1;
}

async function keepCopy(world: RollbackWorld, name: string, isBackup: boolean): Promise<void> {
  const { place } = world;
  // Only one process can have an embedded database open.
  if (place.url === undefined) await stopAll(world);
  if (isBackup)
    await withDatabase(place, (db) =>
      writeBackup(
        { db, clock: world.clock },
        { file: join(world.directory, name), dataDirectory: world.dataOf(0), version: 'suite' },
      ),
    );
  else await place.keepCopy(name);
  if (place.url === undefined) startAll(world);
}

/** Kills, pauses and cuts off, empties the wallet and raises the fees, for so long. */
async function trouble(world: RollbackWorld, ms: number): Promise<void> {
  const { random, counts, moods, children, place } = world;
  const until = Date.now() + ms;
  while (Date.now() < until) {
    const child = random.pick(children);
    const harm = random.below(12);
    if (harm === 0 && child !== undefined) await child.kill();
    else if (harm <= 2 && place.url !== undefined) {
      counts.sessionsCut += 1;
      await place.cutSessions();
    } else if (harm <= 4 && child !== undefined) {
      counts.pauses += 1;
      pauseChild(child, 250);
    } else if (harm === 5) moods.walletEmpty = !moods.walletEmpty && (counts.emptyWallets += 1) > 0;
    else if (harm === 6) moods.feesHigh = !moods.feesHigh && (counts.feeSpikes += 1) > 0;
    await sleep(60);
  }
  moods.walletEmpty = false;
  moods.feesHigh = false;
}

/** The operator moves money of the pool's own to the cold store: a transaction that no payout knows. */
async function withdraw({ rail, random, clock, counts }: RollbackWorld): Promise<void> {
  counts.withdrawals += 1;
  const order = { payoutId: 0n, coin: 'DOGE', network: 'DOGE', address: coldStore, memo: '', amount: 5n };
  const more = {
    fee: { asset: 'DOGE', amount: 7n },
    validUntil: clock.now() + 240_000,
    nonce: `own-${random.below(2 ** 30)}`,
  };
  await rail.send('DOGE', encodeSandboxPayment(sandboxPayment([order], more))).catch(() => undefined);
}

/**
 * A failover that loses the newest transactions, under processes that stay up; sometimes one of two is dead meanwhile. What no living
 * process had looked at since is not noticed (decision 53): so those that live have looked once more after the last death.
 */
async function rollBack(world: RollbackWorld, copy: string): Promise<void> {
  const { random, place, children, plan } = world;
  const isDown = place.url === undefined || random.percent(30);
  if (plan.processes === 2) await startWithoutCrashPoints(world);
  await sleep(random.below(400));
  world.supervised = false;
  const victim = random.below(plan.processes);
  if (isDown) {
    await children[victim]?.kill();
    world.counts.kills += 1;
    const others = world.started().filter((child) => child !== children[victim]);
    await Promise.all(others.map((child) => child.looked(2)));
  }
  // The one that sent last hangs, while the other reconnects at once and goes on.
  const hanging = !isDown && random.percent(50) ? children[victim] : undefined;
  if (hanging !== undefined) {
    world.counts.pauses += 1;
    pauseChild(hanging, 400);
  }
  await place.takeBack(copy, random.percent(50) ? 33 : 0);
  if (isDown) world.start(victim);
  world.supervised = true;
  await countLost(world);
}

async function startWithoutCrashPoints(world: RollbackWorld): Promise<void> {
  await stopAll(world);
  startAll(world);
  await Promise.all(world.started().map((child) => child.looked(2)));
}

/** How many transactions the wallets have sent that the database does not know. */
async function countLost({ place, rail, counts }: RollbackWorld): Promise<void> {
  if (place.url === undefined) return;
  const known = await withDatabase(place, (db) =>
    db.query<{ txid: string }>(sql`SELECT txid FROM payouts WHERE txid IS NOT NULL`),
  );
  const txids = new Set(known.map(({ txid }) => txid));
  counts.transactionsLost += rail.sent().filter((txid) => !txids.has(txid)).length;
}

/** The machine of the first process is lost: `openlode restore` on a new one, with what is left of the journals. */
async function restore(world: RollbackWorld, backup: string): Promise<void> {
  const { random, place, plan, directory, dataOf, counts } = world;
  await stopAll(world);
  const lost = join(directory, `lost-${counts.restores}`);
  mkdirSync(lost);
  const journals: string[] = [];
  for (let index = 0; index < plan.processes; index += 1) {
    // The second machine may have survived, with its journal in its place.
    if (index > 0 && random.percent(30)) continue;
    const old = join(lost, `${index}`);
    renameSync(dataOf(index), old);
    mkdirSync(dataOf(index));
    const journal = join(old, 'payouts.journal');
    if (random.percent(50) && existsSync(journal) && statSync(journal).size > 0) journals.push(journal);
  }
  const args = [
    'restore',
    join(directory, backup),
    ...(journals.length > 0 ? ['--journal', ...journals] : []),
  ];
  await place.makeEmpty();
  if (random.percent(25)) {
    counts.restoresKilled += 1;
    await runCommand(world, args, random.below(1500));
    // As the guide says: delete what is there, make a new database, restore again.
    for (const name of readdirSync(dataOf(0))) rmSync(join(dataOf(0), name), { recursive: true });
    await place.makeEmpty();
  }
  const { code, out } = await runCommand(world, args);
  if (!out.includes('Payouts are suspended')) throw new Error(`the restore ended with ${code}: ${out}`);
  await countLost(world);
  startAll(world);
}

/** Runs a command of the operator; one that is killed after `killMs` answers the code null. */
async function runCommand(
  { programs, place, dataOf }: RollbackWorld,
  args: readonly string[],
  killMs?: number,
): Promise<{ code: number | null; out: string }> {
  const child = spawn(process.execPath, [join(programs, 'openlode.js'), ...args], {
    env: {
      PATH: process.env['PATH'],
      OPENLODE_DATA: dataOf(0),
      ...(place.url === undefined ? {} : { DATABASE_URL: place.url }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  if (killMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killMs);
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out: out + err };
}

async function healAndCompare(world: RollbackWorld): Promise<Omit<RollbackReport, 'ms'>> {
  const { rail, place, plan, counts, wrong, earned } = world;
  await stopAll(world);
  rail.heal();
  writeFileSync(world.drainFlag, '');
  for (let index = 0; index < plan.processes; index += 1) world.start(index);
  await Promise.race([Promise.all(world.started().map(({ ended }) => ended)), sleep(drainMaxMs)]);
  await Promise.all(world.started().map((child) => child.kill()));
  const truth = rail.truth().filter(({ outputs }) => outputs.every(({ address }) => address !== coldStore));
  const compared = await withDatabase(place, (db) => compareByTransaction(db, truth));
  const beyond = paidBeyond(truth, earned);
  const overpaid = [...beyond.values()].reduce((total, amount) => total + amount, compared.overpaid);
  wrong.push(...compared.wrong, ...describeBeyond(beyond), ...(await unsoundLedger(world)));
  // Everything is healed and lifted: nothing may wait for anything any more.
  wrong.push(...compared.waiting);
  const done =
    counts.rollbacks +
    counts.restores +
    counts.restoresKilled +
    counts.kills +
    counts.pauses +
    counts.sessionsCut +
    counts.emptyWallets +
    counts.feeSpikes;
  const { seed, processes } = plan;
  const railFaults = rail.faults();
  return { ...counts, ...compared, overpaid, wrong, seed, processes, railFaults, faults: done + railFaults };
}

async function unsoundLedger({ place, clock }: RollbackWorld): Promise<string[]> {
  const { findings } = await withDatabase(place, (db) =>
    auditLedger({ db, clock, secret: new Uint8Array(32) }),
  );
  const money = new Set<string>(['L1', 'L2', 'L3', 'L4', 'P5', 'E1']);
  return findings.filter(({ rule }) => money.has(rule)).map((finding) => JSON.stringify(finding));
}
