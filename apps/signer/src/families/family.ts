import type { EvmFields, KeyDescription, KeyImage, Order, RefusalReason } from '@openlode/signing/messages';

/** What the signer knows of one network of a family. */
export interface NetworkTerms {
  readonly network: string;
  /** Decimal places of the coin, for the amounts of the policy. */
  readonly decimals: number;
}

/** What else than bytes a fee may count by. */
export type FeeUnit = 'virtual byte' | 'unit of gas' | 'byte' | 'transaction';

/** Networks whose transactions are read and signed in one way. A family decodes by itself what it signs: it believes no field that it can compute. */
export interface NetworkFamily {
  readonly networks: readonly NetworkTerms[];
  readonly feeUnit: FeeUnit;
  /** Whether tokens may stand in the policy of its networks. */
  readonly hasTokens: boolean;
  /**
   * Whether one payment alone is signed for a payout, beside what cancels it: what two transactions claim together is then no proof that only one of them can be
   * confirmed, because it cannot be read from the bytes what a claim is, or nothing is claimed that another one could claim. Left out where it is one.
   */
  readonly paysOnce?: true;
  /** Why an operator's command signs nothing here, in words for the operator; a family has the words or the command. */
  readonly notSigned?: (network: string) => { readonly void?: string; readonly move?: string };
  /** 32 random bytes, from the caller; undefined where they are no key. */
  keyFrom(bytes: Uint8Array): Uint8Array | undefined;
  /** Reads a key in the form in which wallets of the network export it; undefined where it is none. */
  importKey(network: string, text: string): Uint8Array | undefined;
  describeKey(network: string, secret: Uint8Array): KeyDescription;
  /** What an address pays to, the same for all spellings of it; undefined where it is none of the network. */
  targetOf(network: string, address: string): string | undefined;
  /**
   * What a list of addresses has of one: all of it by which its owner finds the money, the same for all spellings of it. Undefined where it is none
   * of the network.
   */
  listedAs(network: string, address: string): string | undefined;
  /**
   * Reads an unsigned transaction and compares it with the orders.
   *
   * @throws Refused where it does anything but these orders, or cannot be read
   */
  read(request: UnsignedRequest): ReadTransaction;
  /**
   * Reads an unsigned transaction that pays no one but the newest key of the signer, or the account that sends it: the orders are not paid.
   * Left out where such transactions are not signed.
   *
   * @throws Refused where it does anything else, or cannot be read
   */
  readCancel?(request: UnsignedRequest): ReadTransaction;
  /**
   * A transaction that uses a number of a key's account and does nothing else, at a price for each unit of its fee. Left out where accounts
   * have no numbers.
   */
  voidNumber?(network: string, secret: Uint8Array, number: bigint, price: bigint): ReadTransaction;
  /**
   * The same of a nonce account, whose values have no order. Left out where there are none.
   *
   * @throws Refused where it is none
   */
  useNonce?(secret: Uint8Array, use: NonceUse): ReadTransaction;
  /**
   * A transaction that brings all that an older key's account has to that of the newest key. Left out where accounts have no numbers.
   *
   * @throws Refused where it is none of the older ones, or has no more than the fee
   */
  moveAccount?(network: string, secrets: readonly Uint8Array[], move: AccountMove): ReadTransaction;
  /**
   * Reads what the wallet of an older key has signed: all of it has to come to the account of the newest key. Left out where the family has no
   * wallet.
   *
   * @throws Refused where anything of it goes elsewhere, or cannot be read
   */
  readMove?(network: string, secrets: readonly Uint8Array[], signed: NamedSigned): ReadMove;
  /** What a node takes of what was signed. Left out where that is all of it. */
  rawOf?(bytes: Uint8Array): Uint8Array;
  /** The secret by which a wallet watches what comes in to a key, for the operator. Left out where the address is enough. */
  showViewKey?(secret: Uint8Array): string;
  /**
   * Starts what builds and signs beside the signer, with one key. Left out where the family does that by itself. Such a network is paid by its newest
   * key alone.
   */
  openWallet?(place: WalletPlace, secret: Uint8Array): SigningWallet;
}

/** What an operator has used of a nonce account for nothing. */
export interface NonceUse {
  readonly nonceAccount: string;
  /** Its value. */
  readonly nonce: string;
  /** For each unit of what is computed, in millionths of the smallest unit of the coin. */
  readonly unitPrice: bigint;
}

/** What an operator has moved from one account of the signer to another. */
export interface AccountMove {
  /** In lower case. */
  readonly from: string;
  /** In lower case; undefined for the coin of the network. */
  readonly token: string | undefined;
  /** All that it has, in the smallest unit: of the coin the fee is taken off. */
  readonly balance: bigint;
  readonly number: bigint;
  /** For each unit of the fee, in the smallest unit of the network. */
  readonly price: bigint;
}

/** What an operator has moved from one account of the signer to another, where a wallet builds it. */
export interface OutputMove {
  /** What the wallet that watches the older account has built. */
  readonly unsigned: string;
  /** What the wallet of the older key has made of it. */
  readonly signed: readonly WalletSigned[];
  /** All that the older account has, in the smallest unit: what is moved and what that costs. */
  readonly balance: bigint;
}

/** Where a program beside the signer keeps its files, and is reached on this machine. */
export interface WalletPlace {
  readonly network: string;
  /** The signer's own. */
  readonly directory: string;
  readonly port: number;
}

/** A program that signs with a key of the signer. It is not believed: nothing of it leaves before the family has read it. */
export interface SigningWallet {
  /** @throws WalletFailure where it does not come up: nothing of its network is signed until it does */
  ready(): Promise<void>;
  /** @throws Refused where it cannot, or makes not just one transaction of it */
  sign(unsigned: string): Promise<WalletSigned>;
  /**
   * The same of as many transactions as there are in it.
   *
   * @throws Refused where it cannot
   */
  signAll(unsigned: string): Promise<readonly WalletSigned[]>;
  /** @throws Refused where it cannot */
  keyImages(outputs: string): Promise<readonly KeyImage[]>;
  close(): Promise<void>;
}

export interface WalletSigned {
  readonly bytes: Uint8Array;
  /** The secrets of the transaction, by which what it pays can be read. */
  readonly keys: Uint8Array;
}

/** One of the transactions that a wallet has signed, by a name that the same ones have again whenever they are signed. */
export interface NamedSigned extends WalletSigned {
  readonly name: string;
}

/** The program beside the signer does not come up, for a reason in words for the operator. */
export class WalletFailure extends Error {
  override readonly name = 'WalletFailure';
}

export interface UnsignedRequest {
  readonly network: string;
  readonly orders: readonly Order[];
  readonly unsigned: string | EvmFields;
  /** All keys of the network that the signer has, the oldest first. */
  readonly secrets: readonly Uint8Array[];
  /** What the program beside the signer made of it; undefined where the family has none. */
  readonly walletSigned?: WalletSigned | undefined;
  /** By the clock of the signer, in ms, for what has an end of its own. */
  readonly now?: number;
}

/** A transaction that does exactly its orders, not yet signed. */
export interface ReadTransaction {
  /** Names it before it is signed: two with one name are one transaction. */
  readonly name: string;
  /** What it spends. At least one; two transactions that share one can never both be confirmed. */
  readonly claims: readonly string[];
  /** In the smallest unit of the network: the most that it can take. */
  readonly fee: bigint;
  /** In units of its family's fees: virtual bytes, signatures included, each as long as it can be; or gas. */
  readonly size: bigint;
  /** Signs all of it, always to the same bytes. Nothing was judged yet: it does not leave the process before the journal has it. */
  sign(): SignedTransaction;
}

export interface SignedTransaction {
  readonly bytes: Uint8Array;
  readonly txid: string;
}

/** What brings something from one account of the signer to another. */
export interface ReadMove extends ReadTransaction {
  /** What arrives, in the smallest unit. */
  readonly amount: bigint;
  /** The keys of what arrives: of two outputs with one key only one can ever be spent. */
  readonly outputKeys: readonly string[];
}

/**
 * The number of a sender as a claim, or the value of a nonce account. A coin is gone with the transaction that spends it, but the numbers of an account go on: one that was
 * used for a payout and then for another would leave the first without any transaction that it could still have.
 */
export function numberClaim(account: string, number: bigint | string): string {
  return `${numberPrefix}${account}:${number}`;
}

export function isNumberClaim(claim: string): boolean {
  return claim.startsWith(numberPrefix);
}

const numberPrefix = 'nonce:';

/** The image of something that is spent, as a claim: what it is the image of stays hidden. */
export function imageClaim(image: string): string {
  return `${imagePrefix}${image}`;
}

export function isImageClaim(claim: string): boolean {
  return claim.startsWith(imagePrefix);
}

const imagePrefix = 'image:';

/** The id of a transaction as a claim, where nothing that it spends can be named: it is executed once, and excludes no other one. */
export function idClaim(txid: string): string {
  return `${idPrefix}${txid}`;
}

export function isIdClaim(claim: string): boolean {
  return claim.startsWith(idPrefix);
}

const idPrefix = 'transaction:';

/** No signed transaction is answered, for a reason that the caller is given. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly reason: RefusalReason;
  readonly payoutIds: readonly string[] | undefined;

  constructor(reason: RefusalReason, why: string, payoutIds?: readonly string[]) {
    super(why);
    this.reason = reason;
    this.payoutIds = payoutIds;
  }
}
