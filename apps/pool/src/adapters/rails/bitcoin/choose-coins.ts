import { feeOf } from './fee-rate.ts';
import { type CoinKind, inputVirtualBytes, virtualBytes } from './transaction-size.ts';

/** An own coin that may be spent. */
export interface Coin {
  /** As claims name it. */
  readonly name: string;
  /** In the chain's smallest units. */
  readonly value: bigint;
}

export interface CoinGoal {
  /** Of all coins. */
  readonly kind: CoinKind;
  /** As `besideBytes`. */
  readonly beside: number;
  /** What the payees get together, in the chain's smallest units. */
  readonly amount: bigint;
  /** The lengths of their scripts. */
  readonly scriptLengths: readonly number[];
  readonly changeScriptLength: number;
  /** As `feeOf`. */
  readonly rate: bigint;
  /** Change below this is left to the fee: no node would take such an output. */
  readonly dust: bigint;
}

export type CoinChoice<C extends Coin> =
  | { readonly kind: 'chosen'; readonly coins: readonly C[]; readonly fee: bigint; readonly change: bigint }
  /** All coins together lack this much, the fee included. */
  | { readonly kind: 'short'; readonly missing: bigint }
  /** There is enough, in more coins than one transaction should spend. */
  | { readonly kind: 'too-many' };

/** A signer takes no more: signing takes time that grows with the square of it. */
const coinsMax = 200;

/**
 * Chooses the coins of a payment: those of `first`, which are reserved for it and may be worth less than they cost, and what is missing then; the smallest one that is enough, or
 * else the largest ones, so that a stranger who sends many small coins makes no payment dear. Any other coin that costs more than it is worth counts for
 * nothing.
 */
export function chooseCoins<C extends Coin>(
  all: readonly C[],
  goal: CoinGoal,
  first: ReadonlySet<string> = new Set(),
): CoinChoice<C> {
  const worth = all
    .filter(({ name, value }) => first.has(name) || value > feeOf(goal.rate, inputVirtualBytes(goal.kind)))
    .toSorted((a, b) => (a.value === b.value ? (a.name < b.name ? -1 : 1) : a.value > b.value ? -1 : 1));
  const reserved = worth.filter(({ name }) => first.has(name));
  const others = worth.filter(({ name }) => !first.has(name));
  if (reserved.length > coinsMax) return { kind: 'too-many' };
  if (reserved.length > 0) {
    const enough = settle(reserved, goal);
    if (enough !== undefined) return enough;
  }
  for (const coin of others.toReversed()) {
    const enough = settle([...reserved, coin], goal);
    if (enough !== undefined) return enough;
  }
  const chosen = [...reserved];
  for (const coin of others) {
    chosen.push(coin);
    if (chosen.length > coinsMax) return { kind: 'too-many' };
    const enough = settle(chosen, goal);
    if (enough !== undefined) return enough;
  }
  return { kind: 'short', missing: missingOf(worth, goal) };
}

/** The payment out of just these; undefined where they are not enough. */
function settle<C extends Coin>(
  coins: readonly C[],
  goal: CoinGoal,
): Extract<CoinChoice<C>, { kind: 'chosen' }> | undefined {
  const left = sumOf(coins) - goal.amount;
  const withChange = feeOf(
    goal.rate,
    sizeOf(goal, coins.length, [...goal.scriptLengths, goal.changeScriptLength]),
  );
  const change = left - withChange;
  if (change >= goal.dust && change > 0n)
    return { kind: 'chosen', coins: [...coins], fee: withChange, change };
  const bare = feeOf(goal.rate, sizeOf(goal, coins.length, goal.scriptLengths));
  return left < bare ? undefined : { kind: 'chosen', coins: [...coins], fee: left, change: 0n };
}

function missingOf(coins: readonly Coin[], goal: CoinGoal): bigint {
  const { amount, rate, scriptLengths } = goal;
  return amount + feeOf(rate, sizeOf(goal, Math.max(1, coins.length), scriptLengths)) - sumOf(coins);
}

function sizeOf({ kind, beside }: CoinGoal, coins: number, scriptLengths: readonly number[]): number {
  return virtualBytes(kind, coins, scriptLengths, beside);
}

function sumOf(coins: readonly Coin[]): bigint {
  return coins.reduce((sum, { value }) => sum + value, 0n);
}
