import sql from 'sql-template-tag';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { restoreBackup } from '../../../app/restore-backup.ts';
import { readConfig } from '../../../config.ts';
import { writeBackup } from '../../../domain/operations/backup/write-backup.ts';
import { readSuspensions } from '../../../domain/payouts/suspensions.ts';
import { migrationsFolder, withDatabase } from '../crash-database.ts';
import { Died, type Doom, Life, live } from './mortal.ts';
import { mineBlocks } from './mine-blocks.ts';
import { openProcess } from './process-instance.ts';
import { openInstance } from './paying-instance.ts';
import type { RailWorld } from './rail-world.ts';
import { soundMood } from './unsure-node.ts';

/** A copy of the database that is put in its place later. */
export interface KeptCopy {
  readonly name: string;
  readonly isBackup: boolean;
}

export async function keepCopy(world: RailWorld, name: string, isBackup: boolean): Promise<KeptCopy> {
  const { place, directory, dataOf, clock } = world;
  if (isBackup)
    await withDatabase(place, (db) =>
      writeBackup({ db, clock }, { file: join(directory, name), dataDirectory: dataOf(0), version: 'suite' }),
    );
  else await place.keepCopy(name);
  return { name, isBackup };
}

/** Every process that lives goes on without dying, twice: none has sent what no living one has seen (decision 53). */
async function lookTwice(world: RailWorld): Promise<void> {
  for (const [index, each] of world.instances.entries())
    if (each.isOver || each.isAlone) await restartHere(world, index);
    else each.doom(undefined);
  for (const each of [...world.instances, ...world.instances]) {
    await each.turn('trouble');
    world.advance(5000);
  }
}

/** Starts the process of a machine again, on its disk: now and then as a process of the operating system. */
export async function restart(world: RailWorld, index: number, doom?: Doom): Promise<void> {
  const { program, random, ground } = world;
  if (program === undefined || !random.percent(ground.aloneShare ?? usualShare))
    return restartHere(world, index, doom);
  await world.instances[index]?.end();
  world.instances[index] = openProcess(world, index, program, doom);
}

/** Starts it within this process. */
export async function restartHere(world: RailWorld, index: number, doom?: Doom): Promise<void> {
  await world.instances[index]?.end();
  world.instances[index] = openInstance(world, index, doom);
}

/** Of a hundred starts, how many are of a process of the operating system. */
const usualShare = 12;

/** A failover that loses the newest transactions, under processes that stay up; sometimes one is dead meanwhile, sometimes they are in the middle of something. */
export async function rollBack(world: RailWorld, { name }: KeptCopy): Promise<void> {
  const { random, place, instances, count } = world;
  await lookTwice(world);
  const victim = random.below(instances.length);
  const isDown = random.percent(30);
  if (isDown) {
    await instances[victim]?.end();
    count('killed before a rollback');
    for (let round = 0; round < 2; round += 1)
      for (const each of instances) if (!each.isOver) await each.turn('trouble');
  }
  const gap = random.percent(50) ? 33 : 0;
  const under = random.percent(50) ? instances.map((each) => each.turn('trouble')) : [];
  await place.takeBack(name, gap);
  await Promise.all(under);
  if (isDown) await restart(world, victim);
  count('the database rolled back');
}

/** The machine of the first process is lost: `openlode restore` into an empty database, with what is left of the journals. */
export async function restore(world: RailWorld, { name }: KeptCopy): Promise<void> {
  const { random, place, instances, directory, dataOf, count } = world;
  for (const each of instances) await each.end();
  const lost = join(directory, `lost-${name}`);
  rmSync(lost, { recursive: true, force: true });
  mkdirSync(lost);
  const journals: string[] = [];
  for (let index = 0; index < instances.length; index += 1) {
    // The second machine may have survived, with its journal in its place.
    if (index > 0 && random.percent(30)) continue;
    const old = join(lost, String(index));
    renameSync(dataOf(index), old);
    mkdirSync(dataOf(index));
    const journal = join(old, 'payouts.journal');
    if (random.percent(50) && existsSync(journal) && statSync(journal).size > 0) journals.push(journal);
  }
  await place.makeEmpty();
  if (random.percent(15)) {
    const life = new Life({ at: 'point', points: [random.pick(restorePoints)] });
    await live(life, () => runRestore(world, name, journals)).catch((error: unknown) => {
      if (!(error instanceof Died)) throw error;
    });
    if (life.isOver) count('killed while it restores');
    // As the guide says: delete what is there, make a new database, restore again.
    for (const each of readdirSync(dataOf(0))) rmSync(join(dataOf(0), each), { recursive: true });
    await place.makeEmpty();
  }
  await runRestore(world, name, journals);
  for (let index = 0; index < instances.length; index += 1) await restart(world, index);
  count('the database restored from a backup');
}

/** Turns until what is asked for has left, or is left alone. */
const leaveMax = 16;

/** The owners of these ask at once, at every process; none dies, and no operator looks. */
export async function askAll(world: RailWorld, wanted: readonly string[]): Promise<void> {
  const { instances } = world;
  for (const [index, each] of instances.entries()) {
    if (each.isOver || each.isAlone) await restartHere(world, index);
    else each.doom(undefined);
    await instances[index]?.turn('again', wanted);
  }
  world.advance(15_000);
}

/** Turns until the network is suspended no more. */
export async function untilLifted(world: RailWorld): Promise<void> {
  for (let turn = 0; turn < leaveMax && (await isSuspended(world)); turn += 1) {
    world.advance(30_000);
    for (const each of world.instances) await each.turn('trouble');
    await mineBlocks(world, 1);
  }
}

/**
 * What was paid since a copy is lost with it, and asked for again at once, before an operator has looked: what stands on the chain, or waits for
 * it, is nothing that the database knows. A pool that compares nothing pays it twice.
 */
export async function askAgain(world: RailWorld, name: string, isBackup: boolean): Promise<void> {
  const { ground, random, count } = world;
  for (const node of ['one', 'two'] as const) Object.assign(ground.moods[node], soundMood());
  // Who is owed has to be paid at once: nothing else is tried meanwhile.
  await askAll(world, []);
  await untilLifted(world);
  const wanted = await world.giveTo(3);
  const copy = await keepCopy(world, name, isBackup);
  let left = 0;
  for (let turn = 0; turn < leaveMax && left < wanted.length; turn += 1) {
    await askAll(world, wanted);
    if (random.percent(50)) await mineBlocks(world, 1);
    left = await countLeft(world, wanted);
  }
  if (left === 0) return;
  await (isBackup ? restore(world, copy) : rollBack(world, copy));
  for (let turn = 0; turn < 4; turn += 1) {
    await askAll(world, wanted);
    // What waits for a block is known to a rail as such, and holds others up: in a block it is only in the comparison.
    if (turn > 0) await mineBlocks(world, 1);
  }
  for (let each = 0; each < left; each += 1) count('a payment asked for again that the database had lost');
}

async function isSuspended({ place }: RailWorld): Promise<boolean> {
  return withDatabase(place, async (db) => (await readSuspensions(db)).length > 0);
}

/** For how many of these a payout has left, by the database. */
export async function countLeft({ place }: RailWorld, wanted: readonly string[]): Promise<number> {
  return withDatabase(place, async (db) => {
    const rows = await db.query(sql`
      SELECT 1 FROM payouts WHERE address = ANY(${[...wanted]}::text[]) AND state NOT IN ('reserved', 'prepared', 'released')`);
    return rows.length;
  });
}

const restorePoints = ['restore-begun', 'restore-migrated', 'restore-imported', 'restore-suspended'] as const;

/** What the command `openlode restore` runs. */
async function runRestore(world: RailWorld, name: string, journals: readonly string[]): Promise<void> {
  const { place, dataOf, directory } = world;
  const config = readConfig(
    { OPENLODE_DATA: dataOf(0), ...(place.url !== undefined && { DATABASE_URL: place.url }) },
    directory,
  );
  const files = {
    databaseWorker: migrationsFolder,
    preparedDatabase: migrationsFolder,
    migrations: migrationsFolder,
  };
  await restoreBackup(config, files, join(directory, name), journals);
}
