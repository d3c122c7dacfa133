import type { PaymentOrder, Rail } from '../../../../domain/kernel/rail.ts';
import { accountAt } from '../tron-address.ts';
import { type TronRailOptions, tronRail } from '../tron-rail.ts';
import { type TronKeySigner, tronKeySigner } from './key-signer.ts';
import { StandInChain } from './stand-in-chain.ts';
import { StandInNode } from './stand-in-node.ts';

/** In sun. */
export const trx = 1_000_000n;
/** In units of the ledger of the pool. */
export const coin = 10n ** 18n;
export const payee = 'TQWCsPrGr513yFtzSjvp3h8A3VefZnjzS2';
/** The same in hex. */
export const payeeAccount = accountAt(payee) ?? '';

/** The pool's account on a stand-in of TRON, asked over two stand-ins of nodes. */
export class StandInRail {
  readonly chain: StandInChain;
  readonly signer: TronKeySigner;
  readonly one: StandInNode;
  readonly two: StandInNode;

  constructor(at = Date.UTC(2026, 10, 30, 12)) {
    this.chain = new StandInChain(at - 120_000);
    this.signer = tronKeySigner(() => this.chain.now);
    this.chain.fund(this.signer.account, 1000n * trx);
    this.chain.fund(payeeAccount, 10n * trx);
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
      feeMax: (3n * 10n ** 18n) / 2n,
      now: () => this.chain.now,
    };
  }

  open(more: Partial<TronRailOptions> = {}): Rail {
    return tronRail({ ...this.options(), ...more });
  }
}

export function orderOf(id: bigint, more: Partial<PaymentOrder> = {}): PaymentOrder {
  return { payoutId: id, coin: 'TRX', network: 'TRX', address: payee, memo: '', amount: 5n * coin, ...more };
}
