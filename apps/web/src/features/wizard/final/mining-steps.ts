export interface MiningFacts {
  readonly worker: string;
  /** When the worker's login was accepted, in ms; null while it is not connected. */
  readonly connectedAt: number | null;
  /** When a login with this address was last refused, in ms; null where none was since this page waits. */
  readonly refusedAt: number | null;
  /** Whether a share of the worker was accepted. */
  readonly hasShare: boolean;
  /** What the miner holds, as decimal text with its coin; null while it holds nothing. */
  readonly balance: string | null;
  /** Minutes between rewards of the algorithm; null where that is not known. */
  readonly minutesPerReward: number | null;
}

export type StepState = 'done' | 'now' | 'failed' | 'later';

export interface MiningStep {
  readonly name: 'Connected' | 'User accepted' | 'First share' | 'First reward';
  readonly state: StepState;
  readonly words: string;
}

/** The way from a started program to a first reward, as far as the pool knows it. What is passed implies what is before it. */
export function miningSteps(facts: MiningFacts): readonly MiningStep[] {
  const { worker, connectedAt, refusedAt, hasShare, balance, minutesPerReward } = facts;
  const isIn = connectedAt !== null || hasShare;
  const isRefused = !isIn && refusedAt !== null;
  const reward = hasShare && balance !== null;
  return [
    {
      name: 'Connected',
      state: isIn || isRefused ? 'done' : 'now',
      words: isIn || isRefused ? 'your program has connected' : 'start the program',
    },
    {
      name: 'User accepted',
      state: isIn ? 'done' : isRefused ? 'failed' : 'later',
      words: isIn ? `worker ${worker}` : isRefused ? 'the login was refused' : `worker ${worker}`,
    },
    {
      name: 'First share',
      state: hasShare ? 'done' : isIn ? 'now' : 'later',
      words: hasShare ? 'accepted' : 'usually within minutes',
    },
    {
      name: 'First reward',
      state: reward ? 'done' : hasShare ? 'now' : 'later',
      words: reward ? `balance ${balance}` : everyWords(minutesPerReward),
    },
  ];
}

function everyWords(minutes: number | null): string {
  if (minutes === null) return 'with a block of the pool';
  if (minutes < 1) return 'about once a minute';
  return minutes < 120
    ? `about every ${Math.round(minutes)} min`
    : `about every ${Math.round(minutes / 60)} hours`;
}

/** `1 min 24 s` */
export function elapsedText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
