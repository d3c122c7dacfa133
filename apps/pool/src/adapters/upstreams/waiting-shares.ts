import type { Solution, UpstreamJob } from '@openlode/stratum/upstream/client-dialect';
import type { TakenLane } from './divided-room.ts';
import type { RelayVerdict } from './relay-verdict.ts';

/** A share that was sent. */
export interface WaitingShare<Work, Found extends Solution> {
  readonly job: UpstreamJob<Work>;
  readonly found: Found;
  readonly lane: TakenLane;
  readonly proof: bigint | undefined;
  readonly isBlock: boolean;
  /** Whether work on its job was over when it was sent. */
  readonly isLate: boolean;
  /** Undefined where the miner was answered already. */
  readonly answer: ((verdict: RelayVerdict) => void) | undefined;
  /** Whether it was not answered in time: its answer may still come. */
  readonly isUnknown: boolean;
}

/** Of shares that never were answered those sent last are remembered. */
const waitingMax = 1024;

/** The shares of one connection whose end the upstream has not said, each under a number of its own. */
export class WaitingShares<Work, Found extends Solution> {
  readonly #waiting = new Map<number, WaitingShare<Work, Found>>();
  #tickets = 0;

  add(share: WaitingShare<Work, Found>): number {
    this.#waiting.set(++this.#tickets, share);
    return this.#tickets;
  }

  find(ticket: number): WaitingShare<Work, Found> | undefined {
    return this.#waiting.get(ticket);
  }

  /** Its end is known. */
  end(ticket: number): void {
    this.#waiting.delete(ticket);
  }

  /** It was not answered in time. */
  keepUnknown(ticket: number, share: WaitingShare<Work, Found>): void {
    this.#waiting.delete(ticket);
    this.#waiting.set(ticket, { ...share, answer: undefined, isUnknown: true });
    for (const oldest of this.#waiting.keys()) {
      if (this.#waiting.size <= waitingMax) break;
      this.#waiting.delete(oldest);
    }
  }

  /** The miner of a share is answered before the upstream has spoken. */
  answerNow(ticket: number, verdict: RelayVerdict): WaitingShare<Work, Found> | undefined {
    const share = this.#waiting.get(ticket);
    if (share?.answer === undefined) return undefined;
    this.#waiting.set(ticket, { ...share, answer: undefined });
    share.answer(verdict);
    return share;
  }

  /** Nothing will be said of them any more. */
  endAll(): readonly WaitingShare<Work, Found>[] {
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    return all;
  }
}
