import type { TransactionAnswer } from '@openlode/ledger/judge-transaction';
import type { ExchangeTransfer, ExchangeWithdrawal, PayingExchange } from './exchange.ts';
import type { SendAnswer } from './rail.ts';

/** How far back the record of an exchange is asked, ms: Kraken shows no more than about 90 days. */
export const recordMs = 80 * 86_400_000;

/** A payout as an exchange is asked for it; amounts in units of 10^-18. */
export type WithdrawnPayment = Omit<ExchangeWithdrawal, 'madeAt'>;

/** A withdrawal that a payout stands for, as its proof names it. */
export interface NamedWithdrawal extends WithdrawnPayment {
  readonly txid: string;
  /** When it was signed, ms: nothing has asked for it before. */
  readonly signedAt: number;
  /** The exchange's id of it, where it is known by nothing else. */
  readonly exchangeId?: string | undefined;
}

/** What has left an account of a coin, and which payout it is by the database and the journals; undefined where it is none. */
export interface OutgoingWithdrawal {
  readonly record: ExchangeTransfer;
  readonly known: { readonly txid: string; readonly payment: WithdrawnPayment } | undefined;
}

/**
 * Payouts that leave as withdrawals from an account at an exchange. Each is a row before anything leaves, asked for once, and looked up from then on. All of
 * it is safe in any number of processes.
 */
export interface PayoutWithdrawals {
  /**
   * Resolves where it could be asked for now. Rejects with `WalletShort` where the account has too little, with `EarlierFirst` while another of the coin is
   * not known, and in words where the place is not what the ledger says.
   */
  ready(exchange: PayingExchange, payment: WithdrawnPayment): Promise<void>;
  /** What of the coin the account could pay now beside what others of its withdrawals may take; rejects where it does not say. */
  spendable(exchange: PayingExchange, coin: string): Promise<bigint>;
  /** Asks for it, if no process has, and never again. */
  send(exchange: PayingExchange, payment: WithdrawnPayment & { readonly txid: string }): Promise<SendAnswer>;
  /**
   * What two witnesses say of it: the exchange's record of withdrawals, and what the account has, which has to be what the ledger says less it, to the unit.
   * Rejects where the exchange does not answer.
   */
  lookUp(exchange: PayingExchange, named: NamedWithdrawal): Promise<readonly TransactionAnswer[]>;
  /** What has left the account of a coin since a moment, ms, transfers to wallets of the pool left out; the oldest first. */
  outgoing(
    exchange: PayingExchange,
    coin: string,
    network: string,
    since: number,
  ): Promise<readonly OutgoingWithdrawal[]>;
}
