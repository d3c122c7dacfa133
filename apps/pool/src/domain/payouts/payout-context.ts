import type { TradeCaps } from '@openlode/ledger/trade-question';
import type { ServiceContext } from '../kernel/context.ts';
import type { TradingExchange, WatchedExchange, Withdrawer } from '../kernel/exchange.ts';
import type { PayoutJournal } from '../kernel/payout-journal.ts';
import type { Rails } from '../kernel/rails.ts';
import type { RollbackGuard } from './rollback-guard.ts';
import type { WalletFloat } from '../kernel/wallet-float.ts';
import type { VerdictMemory } from '../kernel/verdict-memory.ts';

/** How much may leave without an operator's approval, in units of 10^-18 dollars. */
export interface PayoutCaps {
  readonly miner: bigint;
  readonly run: bigint;
  readonly day: bigint;
}

/** What reserving a payout needs. */
export type ReserveContext = Pick<
  ServiceContext,
  'db' | 'clock' | 'random' | 'rates' | 'publisher' | 'conversionSpreads'
> & {
  readonly rails: Rails;
  readonly caps: PayoutCaps;
  /** Why this process should let nothing leave for now, for example a clock that is wrong; undefined when there is nothing. */
  readonly payoutBlockReason: () => string | undefined;
  /** What this process knows of the database from before. */
  readonly rollback: RollbackGuard;
};

/** What moving payouts on needs. */
export type PayoutContext = ReserveContext & {
  readonly journal: PayoutJournal;
  /** What this process knows of what has left its wallets. */
  readonly outgoing: OutgoingGuard;
  /** The verdicts on transactions that this process has heard. */
  readonly verdicts: VerdictMemory;
  /** What the wallets should have, and where sweeps go; none where it is left out. */
  readonly floats?: readonly WalletFloat[] | undefined;
  /** The accounts at exchanges that the settings name; none where it is left out. */
  readonly exchanges?: readonly WatchedExchange[] | undefined;
  /** What trades at them, where the settings name a key that may; none where it is left out. */
  readonly traders?: readonly TradingExchange[] | undefined;
  /** What brings coins from them to wallets, where the settings name a key that may; none where it is left out. */
  readonly withdrawers?: readonly Withdrawer[] | undefined;
  /** True where the settings name keys that trade or withdraw, and only the process with the role treasury has them. */
  readonly hasKeysElsewhere?: true | undefined;
  /** What all transfers of a day may be worth, in units of 10^-18 dollars; nothing where it is left out. */
  readonly transferDayUsd?: bigint | undefined;
  /** Whether what is planned to be traded by itself is sent; left out, it is only said. */
  readonly sendsTrades?: boolean | undefined;
  /** Which class an operator has named of a coin; none where it is left out. */
  readonly conversionSpreads?: ServiceContext['conversionSpreads'];
  /** Those of the rules where it is left out. */
  readonly tradeCaps?: TradeCaps | undefined;
};

/** What is paid, and where. */
export interface CoinOnNetwork {
  readonly coin: string;
  readonly network: string;
}

/** What a comparison of wallets with the database needs. */
export type WalletContext = Pick<ServiceContext, 'db' | 'clock'> & Pick<ReserveContext, 'rails' | 'rollback'>;

/**
 * Compares wallets with the database before payouts leave. A data directory that was put back as a whole, with its journal, is
 * consistent in itself: only what the wallets have sent since shows that it is old.
 */
export interface OutgoingGuard {
  /**
   * Compares the database with what left the wallets of all networks of the payout's coin since the newest known payout of each. A
   * comparison holds for five minutes, as long as the same server and the same copy of the database answer. All networks, because the
   * miner may have been paid on another one after the copy was made. With it all wallets are compared with the ledger (L11). A
   * transaction that the database does not know suspends its network until an operator has compared; a wallet that does not answer, or
   * whose node is behind, suspends its network until it does. Answers why the payout may not leave yet; undefined when it may.
   */
  compare(ctx: WalletContext, payout: CoinOnNetwork): Promise<string | undefined>;
  /**
   * The same for one network that did not answer, even if this process has compared it since: another process may have noticed the
   * silence.
   */
  compareNetwork(ctx: WalletContext, network: string): Promise<string | undefined>;
  /**
   * Asks the same wallets what has left since the last answer, just before bytes leave for the first time: another pool on a copy of
   * this database may be paying at this moment.
   */
  lookOnce(ctx: WalletContext, payout: CoinOnNetwork): Promise<string | undefined>;
  /**
   * Why the comparison is not current, undefined where it is; asks nothing. For transactions that store bytes or let them leave, after
   * the check for a rollback.
   */
  missing(
    ctx: Pick<WalletContext, 'clock' | 'rails' | 'rollback'>,
    payout: CoinOnNetwork,
  ): string | undefined;
}
