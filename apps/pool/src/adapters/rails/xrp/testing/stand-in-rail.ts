import type { PaymentOrder, Rail } from '../../../../domain/kernel/rail.ts';
import { type XrpRailOptions, xrpRail } from '../xrp-rail.ts';
import { type XrpKeySigner, xrpKeySigner } from './key-signer.ts';
import { StandInLedger } from './stand-in-ledger.ts';
import { StandInRippled } from './stand-in-rippled.ts';

/** In drops. */
export const xrp = 1_000_000n;
/** In units of the ledger of the pool. */
export const coin = 10n ** 18n;
export const payee = 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59';

/** The pool's account on a stand-in of the ledger, asked over two stand-ins of servers. */
export class StandInRail {
  readonly signer: XrpKeySigner = xrpKeySigner();
  readonly ledger: StandInLedger;
  readonly one: StandInRippled;
  readonly two: StandInRippled;

  constructor(at = Date.UTC(2026, 10, 30, 12)) {
    this.ledger = new StandInLedger({ at });
    this.ledger.fund(this.signer.account, 1000n * xrp);
    this.ledger.fund(payee, 10n * xrp);
    this.ledger.close();
    this.one = new StandInRippled(this.ledger);
    this.two = new StandInRippled(this.ledger);
  }

  get servers(): readonly StandInRippled[] {
    return [this.one, this.two];
  }

  options(): XrpRailOptions {
    return {
      kind: 'regtest',
      nodes: [this.one.named('one'), this.two.named('two')],
      account: this.signer.account,
      signer: this.signer,
      feeMax: 10n ** 15n,
    };
  }

  open(more: Partial<XrpRailOptions> = {}): Rail {
    return xrpRail({ ...this.options(), ...more });
  }
}

export function orderOf(id: bigint, more: Partial<PaymentOrder> = {}): PaymentOrder {
  return { payoutId: id, coin: 'XRP', network: 'XRP', address: payee, memo: '', amount: 5n * coin, ...more };
}
