import { setTimeout as sleep } from 'node:timers/promises';

/** How a venue counts the calls of a key: each adds its cost, the count falls with time, and calls above the most are refused. */
export interface CallLimit {
  readonly max: number;
  /** By how much the count falls in a second. */
  readonly decay: number;
  /** What calls leave that lead to no request that moves money: such a request is not late because of them. */
  readonly reserved: number;
  /** Where the count stands when a process begins: what others have called with the key before is not known. */
  readonly begin: number;
}

export interface PacedCall {
  /** What it adds to the count; 0 for one that is counted elsewhere. */
  readonly cost: number;
  /** Whether it leads to a request that moves money, or is one. */
  readonly isFirst: boolean;
}

/** The count of one key in one process. Waits before a limit is reached, so that nothing is refused because of it. */
export interface CallPace {
  /** Resolves when the call may leave. It counts from then on, and its count falls from when `left` says that it is leaving. */
  turn(call: PacedCall): Promise<{ readonly left: () => void }>;
  /** The venue says that it was too much: nothing leaves for this long, ms, and the count begins at its most. */
  refused(ms: number): void;
}

export interface PaceClock {
  /** That no clock of the machine sets back, ms. */
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

const machine: PaceClock = { now: () => performance.now(), sleep: (ms) => sleep(ms) };

/** The count is ours, and the venue's may round: one call less than it takes. */
const margin = 1;

export function callPace({ max, decay, reserved, begin }: CallLimit, clock: PaceClock = machine): CallPace {
  let counted = begin;
  let countedAt = clock.now();
  /** Those whose turn has come, and that have not left. */
  let leaving = 0;
  let heldUntil = countedAt;

  const fall = (): void => {
    const now = clock.now();
    counted = Math.max(0, counted - ((now - countedAt) / 1000) * decay);
    countedAt = now;
  };
  /** How long a call has to wait, ms; 0 where it may leave. */
  const waitOf = ({ cost, isFirst }: PacedCall): number => {
    fall();
    const held = heldUntil - countedAt;
    if (held > 0) return held;
    const room = Math.max(cost, max - margin - (isFirst ? 0 : reserved));
    const over = counted + leaving + cost - room;
    if (cost === 0 || over <= 0) return 0;
    // Where only calls that have not left are in the way, they are asked after again soon.
    return Math.max(20, (Math.min(over, counted) / decay) * 1000);
  };
  return {
    turn: async (call) => {
      for (let ms = waitOf(call); ms > 0; ms = waitOf(call)) await clock.sleep(Math.ceil(ms));
      leaving += call.cost;
      return {
        left: () => {
          fall();
          leaving -= call.cost;
          counted += call.cost;
        },
      };
    },
    refused: (ms) => {
      fall();
      counted = max;
      heldUntil = Math.max(heldUntil, countedAt + ms);
    },
  };
}

/** For suites: nothing waits. */
export const unpaced: CallPace = { turn: async () => ({ left: () => undefined }), refused: () => undefined };
