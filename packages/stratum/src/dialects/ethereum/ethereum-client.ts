import type { Solution } from '../../upstream/client-dialect.ts';

/** A header without its mix and nonce. */
export interface EthereumWork {
  /** 64 digits. */
  readonly header: string;
  /** What the dataset of its epoch is made of, 64 digits. */
  readonly seed: string;
}

/** `free`: the nonce behind the room's prefix; `mix`: 64 digits, which not every dialect sends. */
export interface EthereumFound extends Solution {
  readonly mix: string;
}
