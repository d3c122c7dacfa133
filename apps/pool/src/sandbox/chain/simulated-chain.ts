import { createHash } from 'node:crypto';
import type { Chain, RewardLine } from '../../domain/kernel/chain.ts';
import type { Clock } from '../../domain/kernel/clock.ts';

export interface SimulatedChainOptions {
  /** By `simulatedChainName`, so that its rounds reward simulated work. */
  readonly name: string;
  readonly algorithm: string;
  /** What all of its blocks of a day pay together, in units of 10^-18; a block pays for the span that it stands for. */
  readonly earnsPerDay: readonly RewardLine[];
  readonly clock: Clock;
}

export interface SimulatedBlock {
  readonly hash: string;
  readonly height: number;
  /** Its header is all that there is of it. */
  readonly submission: Uint8Array;
}

export interface SimulatedChain extends Chain {
  readonly kind: 'sandbox';
  /** The block found at a moment (ms) that stands for a span of mining; the same arguments make the same block. */
  makeBlock(at: number, spanMs: number): SimulatedBlock;
}

const matureAfterMs = 10_000;
const dayMs = 86_400_000n;
const minuteMs = 60_000;

/**
 * A chain without any proof of work, for algorithms that a sandbox only shows: every block that is made is accepted. It keeps
 * nothing. A block carries its time and its span in its header, and its time in its hash, which begins with the word
 * `simulated` in ASCII, so that it cannot be mistaken for one that was mined.
 */
export function openSimulatedChain(options: SimulatedChainOptions): SimulatedChain {
  const { name, algorithm, earnsPerDay, clock } = options;
  return {
    name,
    algorithm,
    kind: 'sandbox',
    template: () => {
      throw new Error('a simulated chain gives no work');
    },
    onTemplate: () => () => undefined,
    submitBlock: async (submission) => {
      const block = readHeader(submission);
      if (block === undefined)
        return { kind: 'invalid', why: 'the header is not one of a simulated block', nodes: [name] };
      if (block.algorithm !== algorithm)
        return { kind: 'invalid', why: 'the block is of another chain', nodes: [name] };
      if (block.at > clock.now())
        return { kind: 'invalid', why: 'the block lies in the future', nodes: [name] };
      const rewards = earnsPerDay
        .map(({ asset, amount }) => ({ asset, amount: (amount * block.spanMs) / dayMs }))
        .filter(({ amount }) => amount > 0n);
      return { kind: 'accepted', rewards };
    },
    stateOf: async (hash) => {
      const at = timeOfHash(hash);
      if (at === undefined) return 'unknown';
      return clock.now() - at >= matureAfterMs ? 'mature' : 'immature';
    },
    makeBlock: (at, spanMs) => {
      const header = Buffer.from(
        `openlode simulated ${algorithm} block at ${at} ms for ${spanMs} ms`,
        'latin1',
      );
      // One block a minute at most, so the minute is a height that only grows.
      const height = Math.floor(at / minuteMs);
      return { hash: hashOf(at, header), height, submission: header };
    },
  };
}

function readHeader(header: Uint8Array): { algorithm: string; at: number; spanMs: bigint } | undefined {
  const text = Buffer.from(header).toString('latin1');
  const match = /^openlode simulated ([a-z0-9]+) block at (\d{1,15}) ms for ([1-9]\d{0,9}) ms$/.exec(text);
  if (match === null) return undefined;
  const [, algorithm = '', at = '', spanMs = ''] = match;
  return { algorithm, at: Number(at), spanMs: BigInt(spanMs) };
}

/** The word `simulated`, 18 digits. */
const mark = Buffer.from('simulated', 'latin1').toString('hex');
const timeDigits = 12;

function hashOf(at: number, header: Uint8Array): string {
  const digest = createHash('sha256').update(header).digest('hex');
  return (mark + at.toString(16).padStart(timeDigits, '0') + digest).slice(0, 64);
}

function timeOfHash(hash: string): number | undefined {
  if (!hash.startsWith(mark)) return undefined;
  return Number.parseInt(hash.slice(mark.length, mark.length + timeDigits), 16);
}
