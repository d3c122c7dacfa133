import type { LanePlan } from './lane-plan.ts';

/** Contents that are remembered, for pools that go back to an earlier one: a day of a job every twenty seconds. */
const contentsMax = 4096;

interface Held {
  /** When it was given back last, by the count of contents; undefined for a lane that never was. */
  readonly releasedAt: number | undefined;
}

/**
 * The lanes of one room, of all connections that were given it. They are handed out in order, from an offset on,
 * and one that was given back only with content that no miner before had in it: whatever comes when, no two miners ever search the same.
 */
export class Lanes {
  readonly #plan: LanePlan;
  readonly #held = new Map<number, Held>();
  /** Given back, the longest ago first. */
  readonly #givenBack = new Map<number, number>();
  /** When each content came first; the oldest first. */
  readonly #firstOpened = new Map<string, number>();
  #sequence = 0;
  /** Given back since the newest content came. */
  #resting = 0;
  /** How many were taken for the first time. */
  #begun = 0;
  readonly #offset: number;

  /** @param offset how many lanes are taken last instead of first */
  constructor(plan: LanePlan, offset = 0) {
    this.#plan = plan;
    this.#offset = offset;
  }

  /** A job came: lanes that were given back before its content did can be taken for it. */
  openJob(content: string): void {
    if (this.#firstOpened.has(content)) return;
    this.#firstOpened.set(content, ++this.#sequence);
    this.#resting = 0;
    for (const oldest of this.#firstOpened.keys()) {
      if (this.#firstOpened.size <= contentsMax) break;
      this.#firstOpened.delete(oldest);
    }
  }

  /** A lane for a miner that is given this content first; undefined where none can be had for it. */
  take(content: string): number | undefined {
    const { firstLane, lanes } = this.#plan;
    if (this.#begun < lanes) {
      const lane = firstLane + ((this.#offset + this.#begun++) % lanes);
      this.#held.set(lane, { releasedAt: undefined });
      return lane;
    }
    for (const [lane, releasedAt] of this.#givenBack) {
      // The others were given back later.
      if (releasedAt >= (this.#firstOpened.get(content) ?? 0)) return undefined;
      this.#givenBack.delete(lane);
      this.#held.set(lane, { releasedAt });
      return lane;
    }
    return undefined;
  }

  giveBack(lane: number): void {
    if (!this.#held.delete(lane)) return;
    this.#givenBack.set(lane, this.#sequence);
    this.#resting += 1;
  }

  /** Lanes that were given back, and that no miner can be given before a new content comes. */
  get resting(): number {
    return this.#resting;
  }

  /** Whether the miner of a lane may be given a job: no miner before it had this content there. */
  mayWork(lane: number, content: string): boolean {
    const held = this.#held.get(lane);
    const opened = this.#firstOpened.get(content);
    if (held === undefined || opened === undefined) return false;
    return held.releasedAt === undefined || opened > held.releasedAt;
  }
}
