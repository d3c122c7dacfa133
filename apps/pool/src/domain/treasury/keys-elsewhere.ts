import type { PayoutContext } from '../payouts/payout-context.ts';

type Keys = Pick<PayoutContext, 'hasKeysElsewhere'>;

/**
 * Why a command that needs a key of an exchange does nothing in this process; undefined where it may go on. Without the key it would act as if there
 * were none: what it ends or corrects would not be looked for at the exchange.
 */
export function keysElsewhere({ hasKeysElsewhere }: Keys): string | undefined {
  if (hasKeysElsewhere === undefined) return undefined;
  return 'the keys of exchanges are with the process that has the role treasury: give the command there';
}

/** Throws these words: a list that was not asked for would pass for one that is up to date. */
export function requireKeys(keys: Keys): void {
  const why = keysElsewhere(keys);
  if (why !== undefined) throw new Error(why);
}
