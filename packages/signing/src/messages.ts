/**
 * What the pool and the signer say to each other: a line of JSON asks, a line of JSON answers, in order. Amounts are whole numbers of the
 * smallest unit of what is paid, as decimal text: litoshi, not LTC.
 */

/** The longest line, its end not counted, in UTF-16 units; everything that is sent is ASCII but what `why` quotes. */
export const lineLengthMax = 8 * 1024 * 1024;

/** Orders of one transaction. */
export const ordersMax = 1000;

/**
 * `payout`: to miners, within the caps. `sweep`: to an address of the signer's own list. `cancel`: to the signer itself alone; it replaces
 * everything that was signed for the payouts of the orders and pays none of them.
 */
export const paymentKinds = ['payout', 'sweep', 'cancel'] as const;

export type PaymentKind = (typeof paymentKinds)[number];

/** One payment that a transaction makes. */
export interface Order {
  /**
   * Unique for ever: a signer signs a second transaction for one id only where both can never be confirmed. The pool puts the id of its
   * ledger in front, so that a new ledger begins with new ids. 1 to 80 characters of `0-9A-Za-z._:-`.
   */
  readonly payoutId: string;
  readonly address: string;
  readonly amount: bigint;
  /** The contract of a token, in lower case; left out where the coin of the network is paid. */
  readonly token?: string;
}

/**
 * What a transaction of an EVM network has beside its one payment, which is the one order. The signer builds it from these fields by itself:
 * there are no bytes of another's making.
 */
export interface EvmFields {
  /** The number of the chain (EIP-155). */
  readonly chainId: bigint;
  /** The sender, in lower case. */
  readonly account: string;
  /** The number of the sender's transaction. */
  readonly nonce: bigint;
  /** Units of gas at most. */
  readonly gas: bigint;
  /** In wei for each unit of gas. */
  readonly price: EvmPrice;
}

/** `maxFeePerGas`: of EIP-1559. `gasPrice`: the older form, for chains that know no other. */
export type EvmPrice =
  | { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
  | { readonly gasPrice: bigint };

/** The last line of a journal: how many it has, and the seal that depends on all of them. */
export interface JournalHead {
  readonly entry: number;
  /** 64 digits of lower-case hex. */
  readonly seal: string;
}

export interface SignRequest {
  readonly type: 'sign';
  /** As the catalogue names it, test networks with their suffix: `LTC`, `LTC-regtest`. */
  readonly network: string;
  readonly kind: PaymentKind;
  readonly orders: readonly Order[];
  /** The unsigned transaction in the form of its network's family. Bitcoin's: a PSBT of version 0 in base64; EVM's: its fields; Monero's: what a wallet that watches builds (`unsigned_txset`), in hex; Solana's: its message in base64; XRP's and TRON's: the payment as the network writes it, in hex. */
  readonly unsigned: string | EvmFields;
  /** The newest head that the caller was told of: a signer whose journal does not hold it was set back, and signs nothing. */
  readonly known?: JournalHead;
}

export interface DescribeRequest {
  readonly type: 'describe';
}

/** What was signed for a payout: for a caller that lost the answer and what it had asked. */
export interface TransactionsRequest {
  readonly type: 'transactions';
  readonly payoutId: string;
}

/** What was signed under an id of its network, of networks whose bytes do not say whom they pay: Monero's. */
export interface TransactionRequest {
  readonly type: 'transaction';
  readonly network: string;
  readonly txid: string;
}

/**
 * What was signed on a network since a moment, of networks whose transactions exclude no others: TRON's. A caller that was set back finds here what it no longer knows.
 * Empty for other networks.
 */
export interface RecentRequest {
  readonly type: 'recent';
  readonly network: string;
  /** By the signer's clock, in ms. */
  readonly since: number;
  /** How many of the newest are left out: those that were answered before. */
  readonly skip: number;
}

/** Monero's: a wallet that watches does not see what of its outputs is spent, before it has an image of each. */
export interface KeyImagesRequest {
  readonly type: 'key-images';
  readonly network: string;
  /** All outputs of the wallet (`export_outputs`), in hex. */
  readonly outputs: string;
}

export type SignerRequest =
  | SignRequest
  | DescribeRequest
  | TransactionsRequest
  | TransactionRequest
  | RecentRequest
  | KeyImagesRequest;

/** Why no signed transaction is answered. */
export const refusalReasons = [
  /** The line is no request of this protocol. */
  'malformed',
  'too-large',
  /** Too many connections at once. */
  'busy',
  /** The signer has no key for the network, or no policy. */
  'unknown-network',
  /** The unsigned transaction cannot be read, or is not written in the one way that there is. */
  'unreadable',
  'unknown-field',
  /** A version, lock time, sequence, signature type or size that the signer does not sign. */
  'unsupported',
  /** It is missing, or it is not the one that the input names. */
  'previous-transaction',
  /** An input that no key of the signer can spend. */
  'foreign-input',
  /** An order's address is none of the network. */
  'address',
  /** A payout to the signer itself. */
  'own-address',
  /** The outputs are not exactly the orders and at most one to the signer itself. */
  'outputs',
  'fee-cap',
  'fee-rate-cap',
  'payment-cap',
  /** Passes at midnight UTC. */
  'day-cap',
  /** A sweep to an address that is not on the list, or a transaction that cancels what was never signed. */
  'not-allowed',
  /** The id was signed for another address, amount, kind or network. */
  'payout-changed',
  /** An earlier transaction of the payout could be confirmed beside this one. */
  'no-shared-claim',
  /** The number of a sender was used for another payout: at most one of the two could be paid. */
  'number-taken',
  /** There are many transactions of the payout already: each later request would read them all. */
  'too-often',
  /** This very transaction was signed as a payment of the other kind. */
  'other-orders',
  'journal-behind',
  /** The disk refused a line, or the signer failed: whether the journal has the transaction is known only by asking again. */
  'journal-failed',
  'internal',
] as const;

export type RefusalReason = (typeof refusalReasons)[number];

export interface Refusal {
  readonly ok: false;
  readonly reason: RefusalReason;
  /** For the operator. */
  readonly why: string;
  /** The payouts that it is about, where it is about some of the orders. */
  readonly payoutIds?: readonly string[];
}

export interface Signed {
  readonly ok: true;
  readonly type: 'signed';
  /**
   * Ready to be sent, in lower-case hex. Monero's have the secrets of the transaction behind them, 32 bytes each, and one byte that counts
   * those: by them what it pays can be read.
   */
  readonly bytes: string;
  /** In hex; of Solana the signature. */
  readonly txid: string;
  readonly fee: bigint;
  /** What it spends, as `txid:index`, `nonce:account:number` (of Solana the value of a nonce account) or `image:image`: no other transaction that is confirmed beside it spends one of these. Of TRON its id alone, as `transaction:txid`. */
  readonly claims: readonly string[];
  /** True where it had been signed before. */
  readonly again: boolean;
  readonly journal: JournalHead;
}

export interface KeyDescription {
  readonly address: string;
  /** Compressed, in hex; Monero's is the one that spends. */
  readonly publicKey: string;
  /** The script of its outputs, in hex; of an account its 20 bytes; of Monero the public key that sees. */
  readonly script: string;
}

export interface NetworkDescription {
  readonly network: string;
  /** The oldest first; change goes to the last. */
  readonly keys: readonly KeyDescription[];
  readonly limits: {
    /** The most that one order may be. */
    readonly payment: bigint;
    /** The most that leaves in a day (UTC), fees included. */
    readonly day: bigint;
    /** The most that one transaction may give to the network. */
    readonly fee: bigint;
    /** The same for each virtual byte, unit of gas, or byte. */
    readonly feeRate: bigint;
  };
  readonly spentToday: bigint;
  /** What may leave besides the coin of the network; left out where its family has none. */
  readonly tokens?: readonly TokenDescription[];
  readonly sweepTo: readonly string[];
}

export interface TokenDescription {
  /** Of the contract, in lower case. */
  readonly token: string;
  /** As the signer's file calls it. */
  readonly name: string;
  readonly decimals: number;
  /** The most that one order may be, and that leaves in a day (UTC), in the smallest unit of the token. */
  readonly payment: bigint;
  readonly day: bigint;
  readonly spentToday: bigint;
}

export interface Described {
  readonly ok: true;
  readonly type: 'described';
  readonly networks: readonly NetworkDescription[];
  readonly journal: JournalHead;
}

export interface SignedTransaction {
  readonly network: string;
  readonly kind: PaymentKind;
  readonly orders: readonly Order[];
  readonly txid: string;
  readonly fee: bigint;
  readonly claims: readonly string[];
  readonly bytes: string;
}

/** The newest first; the oldest are left out where the answer would be longer than a line may be. Empty where nothing was signed. */
export interface Transactions {
  readonly ok: true;
  readonly type: 'transactions';
  readonly transactions: readonly SignedTransaction[];
  /** How many there are, with those that are left out. */
  readonly count: number;
  readonly journal: JournalHead;
}

/** In hex, 64 and 128 digits. */
export interface KeyImage {
  readonly image: string;
  /** Proves that it is the image of the output. */
  readonly signature: string;
}

/** In the order of the outputs. */
export interface KeyImages {
  readonly ok: true;
  readonly type: 'key-images';
  readonly images: readonly KeyImage[];
}

export type SignerAnswer = Signed | Described | Transactions | KeyImages | Refusal;

/** The line of a request or an answer, its end included. */
export function printLine(message: SignerRequest | SignerAnswer): string {
  const text = (_key: string, value: unknown): unknown =>
    typeof value === 'bigint' ? value.toString() : value;
  return `${JSON.stringify(message, text)}\n`;
}
