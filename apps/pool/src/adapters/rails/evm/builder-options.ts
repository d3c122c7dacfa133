import type { CoinReservations } from '../../../domain/kernel/coin-reservations.ts';
import type { PaidAssets } from './assets.ts';
import type { EvmNode } from './evm-node.ts';
import type { EvmNetwork } from './evm-networks.ts';
import type { EvmSigner } from './signer.ts';

export interface PaymentBuilderOptions {
  readonly network: string;
  /** The coin of the network. */
  readonly asset: string;
  readonly chainId: bigint;
  readonly rollup: EvmNetwork['rollup'];
  readonly nodes: readonly EvmNode[];
  /** The pool's own account, in lower case. */
  readonly account: string;
  readonly assets: PaidAssets;
  readonly signer: EvmSigner;
  readonly reservations: CoinReservations;
  /** In wei for each unit of gas. */
  readonly gasPriceMax: bigint;
  /** The most that the network may take for one payment, in units of the ledger. */
  readonly feeMax: bigint;
}
