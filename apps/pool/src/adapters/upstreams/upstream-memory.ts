import { randomInt } from 'node:crypto';
import type { Room } from '@openlode/stratum/upstream/client-dialect';
import { KnownShares } from '@openlode/stratum/upstream/known-shares';
import type { LanePlan } from '@openlode/stratum/upstream/lane-plan';
import { Lanes } from '@openlode/stratum/upstream/lanes';
import { NetworkWatch } from './network-watch.ts';
import { StartContents } from './start-contents.ts';
import { TakenShares } from './taken-shares.ts';
import { UnjudgedShares } from './unjudged-shares.ts';

/** Rooms without a connection whose lanes are remembered. */
const unusedMax = 64;

export interface UpstreamMemoryOptions {
  /** A number from 0 to below 1, by chance. */
  readonly random: () => number;
  /** Milliseconds that never go back. */
  readonly now: () => number;
  /** Nothing was mined before; false where it is left out. */
  readonly isFirstStart?: boolean;
}

interface UsedLanes {
  readonly lanes: Lanes;
  connections: number;
}

/** Where programs of a room that cannot be divided may begin: two bytes of the nonce, but for zero, where some begin by themselves. */
const beginnings = 65_535;

/** What all connections to one upstream know together: the shares that count once, whether it takes any, and the lanes of each room, however many were given it. */
export class UpstreamMemory {
  readonly known = new KnownShares();
  readonly network = new NetworkWatch();
  readonly taken = new TakenShares();
  readonly unjudged = new UnjudgedShares();
  readonly start: StartContents;
  readonly #random: () => number;
  /** By lane from 1 on; made when it is asked for first. */
  #beginnings: Uint16Array | undefined;
  readonly #byRoom = new Map<string, UsedLanes>();

  constructor({ random, now, isFirstStart = false }: UpstreamMemoryOptions) {
    this.#random = random;
    this.start = new StartContents(now, isFirstStart);
  }

  /** Lanes, of rooms in use, that no miner has and that none can have before the next content. */
  get resting(): number {
    let resting = 0;
    for (const { lanes, connections } of this.#byRoom.values()) if (connections > 0) resting += lanes.resting;
    return resting;
  }

  /**
   * Where the miner of a lane begins in a room that all share, from 1 to 65,535: each of them once, in an order that nothing tells, so that a
   * stranger does not know from its own lane where others search.
   */
  beginOf(lane: number): number {
    this.#beginnings ??= shuffled(beginnings);
    return this.#beginnings[lane - 1] ?? lane;
  }

  /** The lanes of a room that a connection has now. */
  enter(room: Room, plan: LanePlan): Lanes {
    const name = nameOf(room, plan);
    const used = this.#byRoom.get(name) ?? { lanes: this.#newLanes(plan), connections: 0 };
    used.connections += 1;
    this.#byRoom.set(name, used);
    return used.lanes;
  }

  /** A miner of before the start does not know which lane it gets now: shares of its old one count nothing there. */
  #newLanes(plan: LanePlan): Lanes {
    return new Lanes(plan, Math.floor(this.#random() * plan.lanes));
  }

  /** It has it no more. One that is in use is never forgotten. */
  leave(room: Room, plan: LanePlan): void {
    const name = nameOf(room, plan);
    const used = this.#byRoom.get(name);
    if (used === undefined || --used.connections > 0) return;
    this.#byRoom.delete(name);
    this.#byRoom.set(name, used);
    const unused = [...this.#byRoom].filter(([, { connections }]) => connections === 0);
    for (const [oldest] of unused.slice(0, Math.max(0, unused.length - unusedMax)))
      this.#byRoom.delete(oldest);
  }
}

/** The numbers from 1 on, in an order by chance (Fisher and Yates). */
function shuffled(count: number): Uint16Array {
  const numbers = Uint16Array.from({ length: count }, (_, at) => at + 1);
  for (let at = count - 1; at > 0; at -= 1) {
    const other = randomInt(at + 1);
    [numbers[at], numbers[other]] = [numbers[other] ?? 0, numbers[at] ?? 0];
  }
  return numbers;
}

function nameOf({ prefix }: Room, { laneBytes, freeBytes }: LanePlan): string {
  return `${prefix} ${laneBytes} ${freeBytes}`;
}
