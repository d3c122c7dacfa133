import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { poolBundleOptions } from '../../../../../../scripts/build/pool-bundle.ts';
import { ROOT } from '../../../../../../scripts/root.ts';
import type { Doom } from './mortal.ts';
import { openMax, type PayingInstance } from './instance.ts';
import type { RailProcessPlan } from './rail-process.ts';
import type { RailWorld } from './rail-world.ts';

/** Builds the program of a process that pays; answers its path. */
export async function buildRailProcess(outdir: string): Promise<string> {
  const program = join(ROOT, 'apps/pool/src/testing/payouts/rails/rail-process.ts');
  await build(poolBundleOptions({ 'rail-process': program }, outdir));
  return join(outdir, 'rail-process.js');
}

/** Opens a process of the operating system on machine `index`, which SIGKILL ends: at a crash point, or at any moment. */
export function openProcess(
  world: RailWorld,
  index: number,
  program: { readonly path: string; readonly signer: string },
  doom?: Doom,
): PayingInstance {
  const { ground, place, random, count, clock } = world;
  const plan: RailProcessPlan = {
    place: ground.place?.() as RailProcessPlan['place'],
    database: place.url ?? '',
    journal: join(world.dataOf(index), 'payouts.journal'),
    signer: program.signer,
    crashAt: doom?.at === 'point' ? `${doom.points[0]}:1` : undefined,
    seed: random.below(2 ** 30),
    ownAddresses: [...ground.ownAddresses],
    swept: {
      coin: ground.coin,
      network: ground.network,
      ...(ground.sweepTo !== undefined && { sweepTo: ground.sweepTo }),
    },
  };
  const child = spawn(process.execPath, ['--enable-source-maps', program.path, JSON.stringify(plan)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.on('error', () => undefined);
  let isOver = false;
  let isKillDue = doom?.at === 'call';
  const gone = once(child, 'exit').then(() => {
    isOver = true;
  });
  const lines = createInterface({ input: child.stdout });
  return {
    get isOver() {
      return isOver;
    },
    isAlone: true,
    doom: (next) => {
      isKillDue = next?.at === 'call';
    },
    turn: async (how) => {
      if (isOver) return;
      const done = once(lines, 'line');
      child.stdin.write(`${JSON.stringify([how === 'drain' ? 100 : 30, openMax[how], clock.now()])}\n`);
      if (isKillDue) setTimeout(() => child.kill('SIGKILL'), random.below(600));
      await Promise.race([done, gone]);
      if (isOver) count('killed by SIGKILL');
    },
    end: async () => {
      if (isOver) return;
      child.kill('SIGKILL');
      await gone;
    },
  };
}
