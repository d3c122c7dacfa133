import type { CoinReservations } from '../../../domain/kernel/coin-reservations.ts';
import type { RailFacts } from '../../chains/bitcoin/chain-facts.ts';
import type { Network } from '../../../domain/kernel/network-of-kind.ts';
import type { AddressBook } from './address-book.ts';
import type { FeeRates } from './fee-rate.ts';
import type { PreviousTransactions } from './previous-transactions.ts';
import type { RailNode } from './rail-node.ts';
import type { Signer } from './signer.ts';

export interface PaymentBuilderOptions {
  readonly facts: RailFacts;
  readonly network: Network;
  readonly nodes: readonly RailNode[];
  readonly addresses: AddressBook;
  readonly previous: PreviousTransactions;
  readonly signer: Signer;
  readonly reservations: CoinReservations;
  /** Blocks that must stand on a coin before it is spent, its own counted. */
  readonly confirmations: number;
  readonly rates: FeeRates;
  /** The most that a transaction may cost for each payment in it, in units of the ledger. */
  readonly feeMax: bigint;
}
