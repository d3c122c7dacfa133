import { UnreadableAnswer } from '../nodes/node-answers.ts';

/** Coins as nodes print them, a number with eight decimals: exact to 2^53 units, 90 million coins. */
export function smallestUnits(coins: unknown): bigint {
  if (typeof coins !== 'number' || !Number.isFinite(coins)) throw new UnreadableAnswer('amount is no number');
  return BigInt(Math.round(coins * 1e8));
}
