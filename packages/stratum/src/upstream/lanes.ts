import type { LanePlan } from './lane-plan.ts';

/** Jobs whose content is remembered, for pools that go back to an earlier one. */
const contentsMax = 256;

interface Held {
  /** When it was given back last, by the count of contents; undefined for a lane that never was. */
  readonly releasedAt: number | undefined;
}

/**
 * The lanes of one upstream connection. They are handed out in order, never by chance, and one that was given back only with content that
 * no miner before had in it: whatever comes when, no two miners ever search the same.
 */
export class Lanes {
  readonly #plan: LanePlan;
  readonly #held = new Map<number, Held>();
  /** Given back, the longest ago first. */
  readonly #resting = new Map<number, number>();
  /** When each content came first; the oldest first. */
  readonly #firstOpened = new Map<string, number>();
  #sequence = 0;
  #current = 0;
  #next: number;

  constructor(plan: LanePlan) {
    this.#plan = plan;
    this.#next = plan.firstLane;
  }

  get taken(): number {
    return this.#held.size;
  }

  /** A job came: lanes that were given back before it, and never had its content, can be taken again. */
  openJob(content: string): void {
    let opened = this.#firstOpened.get(content);
    if (opened === undefined) {
      opened = ++this.#sequence;
      this.#firstOpened.set(content, opened);
      for (const oldest of this.#firstOpened.keys()) {
        if (this.#firstOpened.size <= contentsMax) break;
        this.#firstOpened.delete(oldest);
      }
    }
    this.#current = opened;
  }

  /** A lane for a miner; undefined where none can be had before the next job, or at all. */
  take(): number | undefined {
    const { firstLane, lanes } = this.#plan;
    if (this.#next < firstLane + lanes) {
      const lane = this.#next++;
      this.#held.set(lane, { releasedAt: undefined });
      return lane;
    }
    for (const [lane, releasedAt] of this.#resting) {
      // The others were given back later.
      if (releasedAt >= this.#current) return undefined;
      this.#resting.delete(lane);
      this.#held.set(lane, { releasedAt });
      return lane;
    }
    return undefined;
  }

  giveBack(lane: number): void {
    if (this.#held.delete(lane)) this.#resting.set(lane, this.#sequence);
  }

  /** Whether the miner of a lane may be given a job: no miner before it had this content there. */
  mayWork(lane: number, content: string): boolean {
    const held = this.#held.get(lane);
    const opened = this.#firstOpened.get(content);
    if (held === undefined || opened === undefined) return false;
    return held.releasedAt === undefined || opened > held.releasedAt;
  }
}
