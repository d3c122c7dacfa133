import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../../domain/kernel/clock.ts';
import { type SeededRandom, seededRandom } from '../../simulation/seeded-random.ts';
import { type CrashDatabase, makeCrashDatabase, withDatabase } from '../crash-database.ts';
import { openMiners, suiteSecret } from '../give-to-miners.ts';
import type { Ground } from './ground.ts';
import type { PayingInstance } from './instance.ts';

/** How often each fault was done, by its name. */
export type FaultCounts = Map<string, number>;

export interface RailProgram {
  /** The built `rail-process.ts`. */
  readonly path: string;
  /** The socket on which the suite's signer answers. */
  readonly signer: string;
}

/** What one life of a pool has that none of its processes has: nodes, database server, disks, the time, and what the world owes. */
export interface RailWorld {
  readonly ground: Ground;
  readonly seed: number;
  readonly random: SeededRandom;
  readonly place: CrashDatabase;
  readonly directory: string;
  readonly clock: Clock;
  advance(ms: number): void;
  readonly dataOf: (index: number) => string;
  readonly counts: FaultCounts;
  readonly count: (fault: string) => void;
  /** By address: what was ever earned, in units of 10^-18. Nothing takes it back. */
  readonly earned: Map<string, bigint>;
  readonly wrong: string[];
  /** What processes failed with and went on, for the reader who looks for a cause. */
  readonly errors: Map<string, number>;
  /** By the number of their machine; a dead one stands there until it is started again. */
  readonly instances: PayingInstance[];
  /** Of processes of the operating system; without it all are in this one. */
  readonly program: RailProgram | undefined;
  /** Of a suite that has to notice it: processes compare nothing, see `composePaying`. */
  readonly isBlind: boolean;
  /** Answers their addresses. */
  giveTo(payees: number): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** The time of business, which nodes follow. It never goes back, from one life to the next either. */
export class SharedClock implements Clock {
  #now = Date.now();

  now = (): number => this.#now;

  advance(ms: number): void {
    this.#now += ms;
  }

  /** A restore is dated by the machine's time: business is never behind it. */
  catchUp(): void {
    this.#now = Math.max(this.#now, Date.now());
  }
}

export async function openRailWorld(
  ground: Ground,
  clock: SharedClock,
  {
    seed,
    processes,
    counts,
    program,
    isBlind = false,
  }: {
    seed: number;
    processes: 1 | 2;
    counts: FaultCounts;
    program?: RailProgram | undefined;
    isBlind?: boolean;
  },
): Promise<RailWorld> {
  clock.catchUp();
  const directory = mkdtempSync(join(tmpdir(), 'openlode-rails-'));
  const dataOf = (index: number): string => join(directory, `data-${index}`);
  for (let index = 0; index < processes; index += 1) mkdirSync(dataOf(index));
  writeFileSync(join(dataOf(0), 'secret'), `${Buffer.from(suiteSecret).toString('hex')}\n`);
  const place = await makeCrashDatabase('postgres', dataOf(0), clock.now());
  const earned = new Map<string, bigint>();
  const count = (fault: string): void => void counts.set(fault, (counts.get(fault) ?? 0) + 1);
  return {
    ground,
    seed,
    random: seededRandom(seed),
    place,
    directory,
    clock,
    advance: (ms) => clock.advance(ms),
    dataOf,
    counts,
    count,
    earned,
    wrong: [],
    errors: new Map(),
    instances: [],
    program,
    isBlind,
    giveTo: async (payees) => {
      const names = await ground.payees(payees);
      const { coin, network, each } = ground;
      await withDatabase(place, (db) =>
        db.transaction((tx) => openMiners(tx, { names, coin, network, each, at: clock.now() })),
      );
      for (const name of names) earned.set(name, each);
      return names;
    },
    close: async () => {
      await place.drop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
