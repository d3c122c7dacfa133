import { UnreadableAnswer } from '../nodes/node-answers.ts';

/** Coins as nodes print them, a number with these decimals: exact to 2^53 units, 90 million coins of eight decimals. */
export function smallestUnits(coins: unknown, decimals = 8): bigint {
  if (typeof coins !== 'number' || !Number.isFinite(coins)) throw new UnreadableAnswer('amount is no number');
  return BigInt(Math.round(coins * 10 ** decimals));
}
