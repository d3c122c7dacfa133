import type { TransactionAnswer } from '@openlode/ledger/judge-transaction';
import type { Funds, Quote } from './funds.ts';
import type { PoolKind } from './pool-kind.ts';

/** Where payouts of some networks leave the pool. */
export interface Rail {
  readonly name: string;
  readonly kind: PoolKind;
  /** Where it pays. No other rail of the pool pays on one of them. */
  readonly networks: readonly string[];
  /**
   * What its network makes of bytes that it is handed once more. `same-bytes`: they pay once, however often they come. `never`: each time may
   * pay, as an exchange does that knows no id of ours. Those are handed out once; whatever was answered, they are only looked up from then on.
   */
  readonly resend: 'same-bytes' | 'never';
  /**
   * Whether its networks take the transactions of an account in one order, each under a number: then everything later waits behind a number that
   * was used for what is not confirmed. A sweep of such a rail has `signedSweep` and `forgetSweep`.
   */
  readonly isOrdered: boolean;
  /** The exchange out of whose account it pays; left out by rails that pay out of wallets. */
  readonly through?: string;
  /** Whether payouts of this coin on this network can leave now. */
  pays(coin: string, network: string): boolean;
  /**
   * Whether the network has opened an address, on networks that open one with its first payment (XRP: at least 1 XRP). A rail of other
   * networks leaves it out. Rejects when the network cannot be asked.
   */
  activated?(network: string, address: string): Promise<boolean>;
  /** What a payout of this coin on this network has to keep to. */
  terms(coin: string, network: string): RailTerms;
  /**
   * What the wallet has of a coin: what can be spent of it now, beside what is `claimed` (as in `build`), and what cannot yet. Left out
   * where the rail cannot say. Rejects while it does not know.
   */
  funds?(coin: string, network: string, claimed: readonly string[]): Promise<Funds>;
  /** What payments cost now; nothing is built, and nothing promised. Left out, and rejects, as `funds`. */
  quote?(coin: string, network: string): Promise<Quote>;
  /**
   * Builds and signs one transaction that makes just these payments, without sending it: of one coin on one network, each to another
   * address, and no more of them than `RailTerms.payeesMax`. It spends nothing that is `claimed`: what the pool's transactions of this
   * network spend that are not over, also where a node has forgotten which they are. Building again may give other bytes; only those
   * that were stored ever leave. Rejects when it cannot be done now, with `WalletShort` where money is missing.
   */
  build(orders: readonly PaymentOrder[], claimed: readonly string[]): Promise<BuildOutcome>;
  /**
   * The same for one payment to an address of the operator's own that the signer lists for sweeps. It spends no coin that is kept for a payout,
   * and keeps none: what is stored first has what it claims. On an ordered network it keeps its number as a payment does, and
   * what was signed for the order before is answered as it is. Left out by rails that do not sweep.
   */
  sweep?(order: PaymentOrder, claimed: readonly string[]): Promise<BuildOutcome>;
  /**
   * What was signed for a sweep of an ordered network, whether anything is stored of it or not; undefined for nothing. Asks the signer alone, and
   * frees nothing. Rejects where the signer does not say.
   */
  signedSweep?(order: PaymentOrder): Promise<SignedTransaction | undefined>;
  /**
   * Frees what is kept for a sweep of which nothing is stored. False where something was signed for it: that keeps its number, behind which
   * everything later waits until it, or what cancels it, is confirmed. Left out where coins are spent, which are free again by themselves:
   * such a sweep may be given up whenever nothing of it has left. Rejects where the signer does not say.
   */
  forgetSweep?(order: PaymentOrder): Promise<boolean>;
  /** Why nothing takes the place of what was sent, in words for an operator; left out where `replace` or `cancel` does, or nothing is known. */
  readonly noReplacement?: string;
  /**
   * Builds and signs a transaction in the place of these, dearer than each of them, that makes the same payments (`orders`). It shares a claim
   * with each: at most one of all can be confirmed. Sends nothing. Left out by rails of networks whose nodes take no such transaction.
   * Rejects when it cannot be done now.
   */
  replace?(orders: readonly PaymentOrder[], attempts: readonly BytesOnNetwork[]): Promise<BuildOutcome>;
  /**
   * Builds and signs a transaction that pays no one, in the place of everything that was signed for these payments: of what is stored
   * (`attempts`), and of what the signer knows beside. It shares a claim with each of them, so that none of them can be confirmed once it is.
   * Sends nothing. Left out where a rail cannot. Rejects when it cannot be done now, or nothing was signed.
   */
  cancel?(orders: readonly PaymentOrder[], attempts: readonly BytesOnNetwork[]): Promise<SignedTransaction>;
  /**
   * Why these bytes wait for a block, if every node of the network says the same: `price`, they pay less than it asks for now, so that they
   * wait until it asks for less, or a dearer transaction takes their place; `earlier`, a transaction of the pool that has to come first is in
   * no block yet. Nodes may forget either. Undefined for neither. Left out by rails that cannot replace. Rejects where fewer than two nodes
   * in step say.
   */
  waitsFor?(transaction: BytesOnNetwork): Promise<'price' | 'earlier' | undefined>;
  /**
   * Reads what a transaction does: from its bytes, and from a node where they do not say it, as what the coins are worth that it spends.
   * `unreadable`: it is nothing that this rail could have built. Rejects where a node would have to say more and does not answer: then
   * nothing follows.
   */
  inspect(transaction: BytesOnNetwork): Promise<DecodedPayment | 'unreadable'>;
  /** Left out where each address has one spelling. */
  readonly spellings?: AddressSpellings;
  /**
   * Hands these bytes to the network; safe to repeat with the same bytes where `resend` says so. Neither an answer nor an error says what
   * became of them: only `lookUp` does. Rejects where no answer came.
   */
  send(network: string, bytes: Uint8Array): Promise<SendAnswer>;
  /**
   * What each node of the network says of a transaction; a node that does not answer is left out. Rejects when none can be asked.
   * Money moves only on what two of them say, see `judgeTransaction`.
   */
  lookUp(network: string, txid: string, proof: InvalidationProof): Promise<readonly TransactionAnswer[]>;
  /**
   * What the wallet of each network, or of this one, says that it has sent since a moment (ms), whether the pool's database knows of it
   * or not; one answer for each node through which a wallet was asked. Rejects when one of them cannot be asked: a part is no answer.
   * Only a node in step is a witness that nothing else has left, see `readAllOutgoing`.
   */
  outgoing(since: number, network?: string): Promise<readonly OutgoingAnswer[]>;
}

/** Of a network where several addresses pay to one script, and bytes do not say which of them was meant. */
export interface AddressSpellings {
  /** All of them, the address itself among them; the first is what `inspect` calls it where nothing else is known. */
  of(address: string): readonly string[];
  /** The proof with which `inspect` calls them so. */
  keep(proof: InvalidationProof, addresses: readonly string[]): InvalidationProof;
}

/** What the network answers to bytes: `taken` also where it had them before. `why` is for the operator, in the words of the node. */
export type SendAnswer = { readonly kind: 'taken' } | { readonly kind: 'refused'; readonly why: string };

/** What a wallet says has left it on one network, as one node knows it. */
export interface OutgoingAnswer {
  readonly network: string;
  readonly node: string;
  /** The newest block of the node. */
  readonly height: number;
  /** False while the node knows itself to be behind or alone: it may not know yet what has left. */
  readonly isSynced: boolean;
  /** The oldest first. */
  readonly transactions: readonly OutgoingTransaction[];
}

/** A transaction as it is stored. */
export interface BytesOnNetwork {
  readonly network: string;
  readonly bytes: Uint8Array;
  readonly proof: InvalidationProof;
}

/** What a wallet knows of a transaction that left it. */
export interface OutgoingTransaction extends BytesOnNetwork {
  /** As the rail names it: see `SignedTransaction`. */
  readonly txid: string;
  /** The ids under which the wallet knows it, where none of them is how the rail names it: an operator may have read any of them. */
  readonly ids?: readonly string[];
  /** The payout that it was labelled with, on rails that can; not to be believed more than the outputs. */
  readonly label: string | undefined;
  /** When it left, in ms. */
  readonly at: number;
}

export interface RailTerms {
  /** The number of payments of this coin that one transaction can make; one where it is left out. */
  readonly payeesMax?: number;
  /** The number of confirmations after which a payment is final. */
  readonly confirmationsNeeded: number;
  /** The most that the network may take for each payment of a transaction, in units of 10^-18 of `feeAsset`. */
  readonly feeMax: bigint;
  readonly feeAsset: string;
  /** Our own addresses on this network, to which change may go. */
  readonly ownAddresses: readonly string[];
}

export interface PaymentOrder {
  /** Ours; a rail that can label a transaction puts it there. */
  readonly payoutId: bigint;
  /**
   * Ours too: what a signer is told, which signs for one id a second time only where both can never be confirmed (`Payout.orderId`). Left
   * out where a payment is only compared.
   */
  readonly orderId?: string;
  readonly coin: string;
  readonly network: string;
  readonly address: string;
  /** Empty where there is none. */
  readonly memo: string;
  /** In units of 10^-18. */
  readonly amount: bigint;
}

/** What proves that a transaction can never be confirmed: what it spends, its sequence number or its last block. By family. */
export type InvalidationProof = Readonly<Record<string, string>>;

export interface SignedTransaction {
  readonly bytes: Uint8Array;
  /**
   * How everything names it. Its id, where that stays as it is; else what stays the same whatever id its network gives it in the end, so that it is known
   * again in wallets, journals and blocks.
   */
  readonly txid: string;
  readonly proof: InvalidationProof;
}

export type BuildOutcome =
  | ({ readonly kind: 'signed' } & SignedTransaction)
  /** These of the payments can never be made, at least one. Nothing was signed; the others may be tried without them. */
  | { readonly kind: 'refused'; readonly payments: readonly RefusedPayment[] }
  /**
   * These of the payments were signed for before, and nothing that one of those transactions spends can be spent now: another one would not
   * exclude it. Nothing was signed; the others may be tried without them.
   */
  | { readonly kind: 'bound'; readonly payments: readonly BoundPayment[] };

export interface BoundPayment {
  readonly payoutId: bigint;
  /** All that were signed for it. */
  readonly before: readonly SignedBefore[];
  /** Its id was given to another payment before, as by a release that knew payouts by their number: what was signed pays nothing of it. */
  readonly isOfAnother?: boolean;
}

/** A transaction that a signer has signed, whether anything is stored of it or not. */
export interface SignedBefore {
  readonly txid: string;
  /** As `DecodedPayment.claims`. */
  readonly claims: readonly string[];
}

export interface RefusedPayment {
  readonly payoutId: bigint;
  /** For its owner. */
  readonly reason: 'INVALID_ADDRESS' | 'REFUSED';
  /** For the operator. */
  readonly why: string;
}

export interface DecodedOutput {
  readonly address: string;
  readonly memo: string;
  readonly asset: string;
  readonly amount: bigint;
}

export interface DecodedPayment {
  readonly network: string;
  /** As the rail names it: see `SignedTransaction`. */
  readonly txid: string;
  /** The id of these bytes, where that is not how the rail names it. */
  readonly id?: string;
  readonly outputs: readonly DecodedOutput[];
  /**
   * What it spends that no other transaction of the network can spend as well: coins, or the number of a sender. At least one: two
   * transactions that share one can never both be confirmed.
   */
  readonly claims: readonly string[];
  readonly fee: { readonly asset: string; readonly amount: bigint };
}
