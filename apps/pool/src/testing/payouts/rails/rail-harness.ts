import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../../../../../scripts/root.ts';
import { armCrashPoints } from '../../../domain/kernel/crash-point.ts';
import type { Ground } from './ground.ts';
import { armLives } from './mortal.ts';
import { openGround } from './open-ground.ts';
import { buildRailProcess } from './process-instance.ts';
import { type LifePlan, type LifeReport, liveOnce } from './rail-life.ts';
import { openRailWorld, type RailProgram, type RailWorld, SharedClock } from './rail-world.ts';
import { serveSigner } from './remote-signer.ts';

export interface CountedLife extends LifeReport {
  readonly counts: Readonly<Record<string, number>>;
  /** What processes failed with and went on. */
  readonly errors: Readonly<Record<string, number>>;
  readonly ms: number;
}

const quick = { ticks: 54, takeBacks: 9, drainMax: 150, nodeFaults: 45 } as const;
const plans: Readonly<Record<string, Omit<LifePlan, 'processes'>>> = {
  // Each turn asks the wallet several times, and a block takes the nodes as long as a hundred of the others.
  monero: { ticks: 24, takeBacks: 4, drainMax: 60, nodeFaults: 30 },
};

/** One rail on its real nodes, over many lives of a pool. */
export class RailHarness {
  readonly #ground: Ground;
  readonly #clock: SharedClock;
  readonly #directory: string;
  readonly #outdir: string;
  readonly #program: RailProgram | undefined;
  readonly #server: Server | undefined;

  private constructor(
    ground: Ground,
    clock: SharedClock,
    places: {
      directory: string;
      outdir: string;
      program: RailProgram | undefined;
      server: Server | undefined;
    },
  ) {
    this.#ground = ground;
    this.#clock = clock;
    this.#directory = places.directory;
    this.#outdir = places.outdir;
    this.#program = places.program;
    this.#server = places.server;
  }

  /** `isFilled`: see `openGround`. */
  static async start(
    rail: string,
    { isFilled = false }: { readonly isFilled?: boolean } = {},
  ): Promise<RailHarness> {
    const clock = new SharedClock();
    const directory = mkdtempSync(join(tmpdir(), 'openlode-rail-'));
    const outdir = join(ROOT, 'apps/pool/dist', `rail-suite-${process.pid}-${rail}`);
    const ground = await openGround(rail, clock.now(), isFilled);
    const signer = join(directory, 'signer.sock');
    const server =
      ground.place === undefined ? undefined : await serveSigner(() => ground.signer ?? {}, signer);
    const program = server && { path: await buildRailProcess(outdir), signer };
    armLives();
    return new RailHarness(ground, clock, { directory, outdir, program, server });
  }

  /** A pool on a database of its own: of an even seed two processes pay. */
  async live(seed: number, { isBlind = false }: { readonly isBlind?: boolean } = {}): Promise<CountedLife> {
    const begun = performance.now();
    const counts = new Map<string, number>();
    const processes = seed % 2 === 0 ? 2 : 1;
    // One of the operating system compares.
    const program = isBlind ? undefined : this.#program;
    const options = { seed, processes, counts, program, isBlind } as const;
    const world = await openRailWorld(this.#ground, this.#clock, options);
    try {
      const plan: LifePlan = { processes, ...(plans[this.#ground.name] ?? quick) };
      const report = await liveOnce(world, plan).catch((error: unknown) => failed(world, processes, error));
      const ms = Math.round(performance.now() - begun);
      return { ...report, counts: Object.fromEntries(counts), errors: Object.fromEntries(world.errors), ms };
    } finally {
      for (const each of world.instances) await each.end().catch(() => undefined);
      await world.close();
    }
  }

  async close(): Promise<void> {
    armCrashPoints();
    this.#server?.close();
    await this.#ground.close();
    rmSync(this.#directory, { recursive: true, force: true });
    rmSync(this.#outdir, { recursive: true, force: true });
  }
}

/** A life that the suite could not lead to its end. */
function failed(
  { seed, ground }: Pick<RailWorld, 'seed' | 'ground'>,
  processes: 1 | 2,
  error: unknown,
): LifeReport {
  const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const nothing = { payouts: 0, settled: 0, released: 0, waiting: [], overpaid: 0n, lost: 0n };
  return { seed, rail: ground.name, processes, ...nothing, wrong: [`the suite failed: ${why}`] };
}
