import type { DecodedPayment } from '../../../domain/kernel/rail.ts';
import type { MoneroProof } from './payment-proof.ts';
import { type Payer, readPayment } from './read-payment.ts';
import type { ViewWallet } from './view-wallet.ts';

/** An account of the pool, and the wallet that watches it. */
export interface WatchedAccount {
  readonly address: string;
  readonly wallet: ViewWallet;
}

/** The accounts of the pool as payers, the one that pays now first. What their wallets know of them is asked for once. */
export class Payers {
  readonly #accounts: readonly WatchedAccount[];
  readonly #known = new Map<string, Payer>();

  constructor(accounts: readonly WatchedAccount[]) {
    this.#accounts = accounts;
  }

  /**
   * What a transaction does that one of them has sent. An older one is asked only where the newer ones cannot read it.
   *
   * @throws UnreadableAnswer where a wallet that has to be asked does not answer, or is another one
   */
  async read(
    bytes: Uint8Array,
    proof: Pick<MoneroProof, 'payees' | 'keys'>,
  ): Promise<DecodedPayment | 'unreadable'> {
    for (const account of this.#accounts) {
      const read = readPayment(await this.#payerOf(account), bytes, proof);
      if (read !== 'unreadable') return read;
    }
    return 'unreadable';
  }

  /** Whether all that a transaction pays comes to another account of them than this one. */
  async isMove(from: string, bytes: Uint8Array): Promise<boolean> {
    for (const account of this.#accounts) {
      if (account.address === from) continue;
      const read = readPayment(await this.#payerOf(account), bytes, { payees: [], keys: new Uint8Array() });
      if (read !== 'unreadable') return true;
    }
    return false;
  }

  async #payerOf({ address, wallet }: WatchedAccount): Promise<Payer> {
    const known = this.#known.get(address);
    if (known !== undefined) return known;
    await wallet.requireWatching(address);
    const payer = await wallet.payer(address);
    this.#known.set(address, payer);
    return payer;
  }
}
