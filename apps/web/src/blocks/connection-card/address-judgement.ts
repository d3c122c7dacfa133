import type { AddressOutcome } from '@openlode/mining/judge-address';

/** What is known of the text in a field for an address. */
export type AddressJudgement =
  | AddressOutcome
  | { readonly kind: 'checking' }
  /** The rules could not be fetched: the address may be right, the pool will say. */
  | { readonly kind: 'unchecked' }
  /** It is right, and the pool pays nothing there; `networks` are the names of those on which it pays the coin. */
  | { readonly kind: 'not-paid-here'; readonly networks: readonly string[] }
  /** An exchange's, which cannot tell its customers apart: the pool refuses it as it stands. */
  | { readonly kind: 'memo-missing' };
