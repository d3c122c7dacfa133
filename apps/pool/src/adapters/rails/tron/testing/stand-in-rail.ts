import type { PaymentOrder, Rail } from '../../../../domain/kernel/rail.ts';
import type { TronToken } from '../assets.ts';
import { accountAt } from '../tron-address.ts';
import { type TronRailOptions, tronRail } from '../tron-rail.ts';
import { type TronKeySigner, tronKeySigner } from './key-signer.ts';
import { StandInChain } from './stand-in-chain.ts';
import { StandInNode } from './stand-in-node.ts';
import { StandInToken } from './stand-in-token.ts';

/** In sun. */
export const trx = 1_000_000n;
/** In units of the ledger of the pool. */
export const coin = 10n ** 18n;
export const payee = 'TQWCsPrGr513yFtzSjvp3h8A3VefZnjzS2';
/** The same in hex. */
export const payeeAccount = accountAt(payee) ?? '';

/** USDT, with six decimals. */
export const usdt: TronToken = {
  coin: 'USDT',
  contract: accountAt('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t') ?? '',
  decimals: 6,
};

/** The pool's account on a stand-in of TRON, asked over two stand-ins of nodes. */
export class StandInRail {
  readonly chain: StandInChain;
  readonly signer: TronKeySigner;
  readonly one: StandInNode;
  readonly two: StandInNode;
  readonly token: StandInToken;

  constructor(at = Date.UTC(2026, 10, 30, 12)) {
    this.chain = new StandInChain(at - 120_000);
    this.signer = tronKeySigner(() => this.chain.now);
    this.chain.fund(this.signer.account, 1000n * trx);
    this.chain.fund(payeeAccount, 10n * trx);
    this.token = new StandInToken(usdt.contract);
    this.chain.tokens.set(usdt.contract, this.token);
    this.chain.fund(usdt.contract, 0n, { isContract: true });
    this.token.balances.set(this.signer.account, 1000n * trx);
    this.token.balances.set(payeeAccount, 10n * trx);
    this.chain.produceMany(40);
    this.one = new StandInNode(this.chain);
    this.two = new StandInNode(this.chain);
  }

  get nodes(): readonly StandInNode[] {
    return [this.one, this.two];
  }

  options(): TronRailOptions {
    return {
      kind: 'regtest',
      nodes: [this.one.named('one'), this.two.named('two')],
      account: this.signer.account,
      signer: this.signer,
      tokens: [],
      feeMax: (3n * 10n ** 18n) / 2n,
      now: () => this.chain.now,
    };
  }

  open(more: Partial<TronRailOptions> = {}): Rail {
    return tronRail({ ...this.options(), ...more });
  }
}

/** The same where USDT is paid, for 40 TRX at most. */
export const withUsdt: Partial<TronRailOptions> = { tokens: [usdt], feeMax: 40n * coin };

export function orderOf(id: bigint, more: Partial<PaymentOrder> = {}): PaymentOrder {
  return { payoutId: id, coin: 'TRX', network: 'TRX', address: payee, memo: '', amount: 5n * coin, ...more };
}
