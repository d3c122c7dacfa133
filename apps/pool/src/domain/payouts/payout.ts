import { miningAccount, referralAccount, restoreLossAccount } from '@openlode/ledger/accounts';
import type { PayoutMoney } from '@openlode/ledger/payout-entries';
import type { PayoutState } from '@openlode/ledger/payout-state';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import type { InvalidationProof } from '../kernel/rail.ts';

export type HoldReason = 'over-account-cap' | 'over-run-cap' | 'over-day-cap' | 'no-price' | 'operator';

/** A payout as it stands in the database. */
export interface Payout {
  readonly id: bigint;
  /** As a signer and the journal know it. No two payouts ever have one, also not after the database was set back. */
  readonly orderId: string;
  readonly minerId: bigint;
  readonly uuid: string;
  /** `adopted`: it left before the database knew of it. */
  readonly kind: 'manual' | 'auto' | 'adopted';
  readonly coin: string;
  readonly network: string;
  readonly address: string;
  readonly memo: string;
  /** Whose address it is, where settings or an operator say that it is an exchange's. */
  readonly exchange: string | null;
  readonly fromMining: bigint;
  readonly fromReferral: bigint;
  /** What the balance lacked when it was adopted, which the pool paid. */
  readonly fromPool: bigint;
  readonly amount: bigint;
  readonly state: PayoutState;
  readonly hold: HoldReason | null;
  readonly reason: string | null;
  readonly note: string | null;
  readonly reservedAt: Date;
  readonly signed: Signed | null;
  readonly sends: number;
  readonly sentAt: Date | null;
  readonly lastSentAt: Date | null;
  /** What the network said when it refused the bytes the last time, and when; null where it has taken them since, or never refused. */
  readonly refusal: string | null;
  readonly refusedAt: Date | null;
  readonly confirmations: number;
  readonly confirmationsNeeded: number;
  readonly endedAt: Date | null;
  /** In units of 10^-18 dollars, when it was last judged against the caps. */
  readonly judgedUsd: bigint | null;
  /** In units of 10^-18 dollars, at the price when it was reserved; null where there was none. */
  readonly usd: bigint | null;
  /** Why the wallet did not sign it the last time; null where it was not asked, or signed. */
  readonly signFailure: 'wallet-short' | 'fee-over-cap' | 'unregistered' | 'failed' | null;
  readonly signAttempts: number;
  readonly nextSignAt: Date | null;
  /** What two nodes agreed on, and since when. */
  readonly verdict: 'final' | 'invalidated' | 'gone' | null;
  readonly verdictAt: Date | null;
  /** When an operator asked to end it although it is signed: it does not leave, and ends when its chain has invalidated its bytes. */
  readonly releaseAskedAt: Date | null;
  /** Whether its release goes to its owner although the pool bore something for them, by the word of an operator. */
  readonly releaseToOwner: boolean;
  /** What the verdict still waits for, for the operator. */
  readonly awaited: string | null;
  /** When a settled payout was found to be gone from its chain. */
  readonly goneAt: Date | null;
  /** Whether it was signed in other transactions than the one that it has: any of them may be the one that is confirmed. */
  readonly hasAttempts: boolean;
}

/** The only bytes that ever leave for a payout: those of its transaction (`payout_transactions`). */
export interface Signed {
  readonly bytes: Uint8Array;
  readonly txid: string;
  /** Under which id its network has it, or those bytes are; null where that is `txid`. */
  readonly chainId: string | null;
  readonly proof: InvalidationProof;
  readonly feeAsset: string;
  readonly fee: bigint;
  /** How many payouts it pays. */
  readonly payees: number;
  /** Two nodes have proved that it can never be confirmed, by what was asked for any of its payouts. */
  readonly isInvalidated: boolean;
  /** Since when it is stored, sent or over, whichever it is now. */
  readonly since: Date;
}

interface Row extends Omit<Payout, 'signed'> {
  readonly bytes: Uint8Array | null;
  readonly txid: string | null;
  readonly chainId: string | null;
  readonly proof: InvalidationProof | null;
  readonly feeAsset: string | null;
  readonly fee: bigint | null;
  readonly payees: number | null;
  readonly isInvalidated: boolean | null;
  readonly since: Date | null;
}

/** The payouts that `condition`, on the tables `payouts` and `miners`, picks. */
export async function selectPayouts(db: Queryable, condition: Sql): Promise<Payout[]> {
  const rows = await db.query<Row>(sql`
    SELECT payouts.id, order_id AS "orderId", miner_id AS "minerId", uuid, kind, payouts.coin, payouts.network, payouts.address, payouts.memo,
           (SELECT exchange FROM exchange_addresses AS known
             WHERE known.coin = payouts.coin AND known.address = payouts.address) AS exchange,
           from_mining AS "fromMining", from_referral AS "fromReferral", from_pool AS "fromPool", amount, state, hold, reason, note,
           reserved_at AS "reservedAt", bytes, txid, "chainId", proof, fee_asset AS "feeAsset", fee, payees, "isInvalidated", since, coalesce(sends, 0) AS sends,
           sent_at AS "sentAt", last_sent_at AS "lastSentAt", refusal, refused_at AS "refusedAt", confirmations,
           confirmations_needed AS "confirmationsNeeded", ended_at AS "endedAt",
           judged_usd AS "judgedUsd", usd, sign_failure AS "signFailure", sign_attempts AS "signAttempts",
           next_sign_at AS "nextSignAt",
           verdict, verdict_at AS "verdictAt", release_asked_at AS "releaseAskedAt", release_to_owner AS "releaseToOwner", awaited, gone_at AS "goneAt",
           EXISTS (SELECT 1 FROM payout_attempts AS attempt WHERE attempt.payout_id = payouts.id AND attempt.txid IS DISTINCT FROM payouts.txid) AS "hasAttempts"
      FROM payouts JOIN miners ON miners.id = miner_id
      LEFT JOIN (SELECT txid AS transaction_txid, chain_ids[1] AS "chainId", bytes, proof, fee_asset, fee, payees, state = 'invalidated' AS "isInvalidated", state_at AS since, sends, last_sent_at,
                        refusal, refused_at
                   FROM payout_transactions)
        AS transaction ON transaction_txid = txid ${condition}`);
  return rows.map(
    ({ bytes, txid, chainId, proof, feeAsset, fee, payees, isInvalidated, since, ...payout }) => ({
      ...payout,
      signed:
        bytes === null ||
        txid === null ||
        proof === null ||
        feeAsset === null ||
        fee === null ||
        payees === null ||
        isInvalidated === null ||
        since === null
          ? null
          : { bytes, txid, chainId, proof, feeAsset, fee, payees, isInvalidated, since },
    }),
  );
}

export async function findPayout(db: Queryable, id: bigint): Promise<Payout | undefined> {
  const [payout] = await selectPayouts(db, sql`WHERE payouts.id = ${id}`);
  return payout;
}

/** The payouts that one transaction pays, without those that were released, the oldest first. */
export async function payoutsOf(db: Queryable, txid: string, more: Sql = empty): Promise<Payout[]> {
  return selectPayouts(db, sql`WHERE txid = ${txid} AND state <> 'released' ORDER BY payouts.id ${more}`);
}

/** Everything that is not over yet, the oldest first. */
export async function listUnfinishedPayouts(db: Queryable): Promise<Payout[]> {
  return selectPayouts(db, sql`WHERE state NOT IN ('settled', 'released') ORDER BY payouts.id`);
}

/** What its entries need to know. */
export function moneyOf(
  payout: Pick<Payout, 'id' | 'minerId' | 'coin' | 'network' | 'fromMining' | 'fromReferral'> & {
    readonly fromPool?: bigint;
  },
): PayoutMoney {
  return {
    id: payout.id,
    coin: payout.coin,
    network: payout.network,
    from: [
      { account: miningAccount(payout.minerId), amount: payout.fromMining },
      { account: referralAccount(payout.minerId), amount: payout.fromReferral },
      ...(payout.fromPool ? [{ account: restoreLossAccount, amount: payout.fromPool }] : []),
    ],
  };
}
