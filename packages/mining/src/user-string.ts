import type { AddressOutcome } from './judge-address.ts';

/** A login `COIN:ADDRESS[:MEMO].WORKER[#CODE]` taken apart and judged. */
export interface Login {
  readonly coin: string;
  readonly network: string;
  /** Canonical. */
  readonly address: string;
  readonly memo: string | null;
  /** `[A-Za-z0-9_-]{1,64}`; `default` where the text gave none or an unusable one. */
  readonly worker: string;
  readonly code: string | null;
}

export type LoginOutcome =
  | { readonly kind: 'login'; readonly login: Login }
  | { readonly kind: 'mining-key'; readonly miningKey: string; readonly worker: string; readonly code: string | null }
  | { readonly kind: 'empty' }
  | { readonly kind: 'too-long'; readonly max: number }
  | { readonly kind: 'no-coin' }
  | { readonly kind: 'unknown-coin'; readonly coin: string }
  | { readonly kind: 'delisted-coin'; readonly coin: string }
  | { readonly kind: 'memo-missing'; readonly coin: string; readonly network: string }
  | { readonly kind: 'bad-address'; readonly coin: string; readonly outcome: Exclude<AddressOutcome, { kind: 'valid' }> };
