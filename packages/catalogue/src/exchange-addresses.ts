/** A deposit address that an exchange shares among its customers, so that a payment without a memo is lost. */
export interface ExchangeAddress {
  /** A symbol of the catalogue whose coin takes memos. */
  readonly coin: string;
  readonly network: string;
  /** In the canonical spelling of the address's family. */
  readonly address: string;
  /** Whose address it is. */
  readonly exchange: string;
  /** A public page on which the owner or the network's explorer says so. */
  readonly source: string;
}

/**
 * Known deposit addresses of memo coins: mining to one of them needs a memo. The list ships empty, because an address
 * belongs here only with a source that can be looked up again, and a wrong entry would lock a miner out. Operators
 * name further addresses in `OPENLODE_EXCHANGES_FILE` and `OPENLODE_EXCHANGE_ADDRESSES`, or flag them in the running pool.
 */
export const exchangeAddresses: readonly ExchangeAddress[] = [];
