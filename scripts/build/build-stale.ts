import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../root.ts';
import { fingerprint } from './fingerprint.ts';
import { nameCommit } from './name-commit.ts';
import { proofOfWork, targets } from './targets.ts';
import type { Target } from './targets.ts';

const STAMPS = join(ROOT, '.cache/build');

/** Builds what is out of date, names each part as it begins, and says in one line what it did. Throws when a build fails. */
export async function buildStale(): Promise<void> {
  // All at once: the compiler of the first one is busy on one core for as long as the others take together.
  const first = buildTarget(proofOfWork);
  const said = await Promise.all([first, ...targets.map((target) => buildTarget(target, first))]);
  // Also where nothing was built: the same sources are in the newest commit.
  await nameCommit(ROOT);
  console.log(`build: ${said.join(', ')}`);
}

/** Builds one target where it is out of date. `modules` are done once those of `proofOfWork` are there. */
export async function buildTarget(target: Target, modules?: Promise<unknown>): Promise<string> {
  if (!target.exists()) return `${target.name} is not there yet`;
  const stamp = join(STAMPS, target.name);
  const print = fingerprint(ROOT, target.inputs);
  const isThere = target.outputs.every((output) => existsSync(join(ROOT, output)));
  if (isThere && existsSync(stamp) && readFileSync(stamp, 'utf8') === print)
    return `${target.name} up to date`;

  const started = performance.now();
  // A build that is interrupted must not pass for one that was finished.
  rmSync(stamp, { force: true });
  // On the other stream: `npm run pool` prints what a program may read.
  console.error(`build: ${target.name} …`);
  await target.build(modules);
  mkdirSync(STAMPS, { recursive: true });
  writeFileSync(stamp, print);
  return `${target.name} built in ${((performance.now() - started) / 1000).toFixed(1)} s`;
}
