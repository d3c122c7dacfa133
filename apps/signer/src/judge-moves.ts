import { printDecimal } from '@openlode/money/decimal-text';
import { Refused, type ReadMove, type ReadTransaction } from './families/family.ts';
import { termsOf } from './families/registry.ts';
import { judgeTransaction, type Past, type Rules } from './judge-transaction.ts';

/**
 * Whether these transactions bring over all that an older account has.
 *
 * @param balance in the smallest unit: what arrives and what that costs
 * @throws Refused
 */
export function requireWhole(network: string, moves: readonly ReadMove[], balance: bigint): void {
  const claims = moves.flatMap((move) => move.claims);
  if (new Set(claims).size < claims.length)
    throw new Refused('outputs', 'Two of its transactions spend the same.');
  const outputKeys = moves.flatMap((move) => move.outputKeys);
  if (new Set(outputKeys).size < outputKeys.length)
    throw new Refused('outputs', 'Two of its outputs have one key: only one of them could be spent.');
  const moved = moves.reduce((sum, { amount, fee }) => sum + amount + fee, 0n);
  if (moved === balance) return;
  const [takes, has] = [moved, balance].map((units) => printDecimal(units, termsOf(network)?.decimals ?? 0));
  throw new Refused('outputs', `It takes ${takes} of the older account, which has ${has}.`);
}

/**
 * Whether all of them may be signed, before the first is: a part of them would cost the day its fees, and could not be answered.
 *
 * @param moves those that were not signed before
 * @throws Refused
 */
export function judgeMoves(
  network: string,
  moves: readonly ReadTransaction[],
  rules: Rules,
  past: Past,
): void {
  let fees = 0n;
  for (const move of moves) {
    const spentToday = (token?: string): bigint => past.spentToday(token) + fees;
    judgeTransaction({ network, kind: 'sweep' }, [], move, rules, { ...past, spentToday });
    fees += move.fee;
  }
}
