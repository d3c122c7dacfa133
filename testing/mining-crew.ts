import { setTimeout as sleep } from 'node:timers/promises';
import { HashingMiner, type MinerOptions } from './hashing-miner.ts';

/** What the miners of a crew know of their shares. */
export interface CrewShares {
  readonly acked: number;
  readonly rejected: number;
  /** Whose answer never came: their connection ended before. */
  readonly unanswered: number;
}

/** Miners that come again whenever they are let go, as mining programs do. */
export class MiningCrew {
  readonly #miners: readonly SteadyMiner[];

  private constructor(miners: readonly SteadyMiner[]) {
    this.#miners = miners;
  }

  static start(each: readonly MinerOptions[]): MiningCrew {
    return new MiningCrew(each.map((options) => new SteadyMiner(options)));
  }

  get shares(): CrewShares {
    const all = this.#miners.map(({ shares }) => shares);
    const sum = (name: keyof CrewShares): number => all.reduce((total, each) => total + each[name], 0);
    return { acked: sum('acked'), rejected: sum('rejected'), unanswered: sum('unanswered') };
  }

  /** How many are connected and search now. */
  get mining(): number {
    return this.#miners.filter(({ isMining }) => isMining).length;
  }

  rest(): void {
    for (const each of this.#miners) each.rest();
  }

  resume(): void {
    for (const each of this.#miners) each.resume();
  }

  /** Waits until each of them has been acknowledged this number of further shares. */
  async whenEachAcked(shares: number, timeoutMs: number): Promise<void> {
    const wanted = this.#miners.map((each) => each.shares.acked + shares);
    for (const deadline = performance.now() + timeoutMs; performance.now() < deadline; await sleep(50))
      if (this.#miners.every((each, index) => each.shares.acked >= (wanted[index] ?? 0))) return;
    throw new Error(
      `not every miner has ${shares} further shares after ${timeoutMs} ms: ${JSON.stringify(this.#miners.map((each) => [each.shares, each.why]))}`,
    );
  }

  async stop(): Promise<void> {
    await Promise.all(this.#miners.map((each) => each.stop()));
  }
}

class SteadyMiner {
  /** Why it is not connected, where it is not. */
  why: string | undefined;
  readonly #options: MinerOptions;
  readonly #ended: Promise<void>;
  #miner: HashingMiner | undefined;
  #before: CrewShares = { acked: 0, rejected: 0, unanswered: 0 };
  #isResting = false;
  #isStopped = false;

  constructor(options: MinerOptions) {
    this.#options = options;
    this.#ended = this.#run();
  }

  get shares(): CrewShares {
    const { acked = [], rejected = [], unanswered = 0 } = this.#miner ?? {};
    return {
      acked: this.#before.acked + acked.length,
      rejected: this.#before.rejected + rejected.length,
      unanswered: this.#before.unanswered + unanswered,
    };
  }

  get isMining(): boolean {
    return this.#miner?.isMining === true && !this.#isResting;
  }

  rest(): void {
    this.#isResting = true;
    this.#miner?.rest();
  }

  resume(): void {
    this.#isResting = false;
    this.#miner?.resume();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#ended;
  }

  async #run(): Promise<void> {
    for (; !this.#isStopped; await sleep(250)) {
      const miner = await HashingMiner.start({ ...this.#options, rests: true }).catch((error: Error) => {
        this.why = error.message;
      });
      if (miner === undefined) continue;
      this.why = undefined;
      this.#miner = miner;
      if (!this.#isResting) miner.resume();
      while (miner.isMining && !this.#isStopped) await sleep(50);
      await miner.stop();
      this.why = miner.said;
      this.#before = this.shares;
      this.#miner = undefined;
    }
  }
}
