import type { WalletFloat } from '../kernel/wallet-float.ts';

/** In units of 10^-18. */
export type FloatVerdict =
  | { readonly state: 'within' }
  /** Below its target by `missing`. */
  | { readonly state: 'short'; readonly missing: bigint }
  /** Over its ceiling: `excess` brings it back to its target. */
  | { readonly state: 'over'; readonly excess: bigint };

/** Holds what a wallet has against what it should have. */
export function judgeFloat({ target, ceiling }: WalletFloat, held: bigint): FloatVerdict {
  if (held < target) return { state: 'short', missing: target - held };
  return held > ceiling ? { state: 'over', excess: held - target } : { state: 'within' };
}
