import { decode, encodeForSigning } from 'ripple-binary-codec';
import { verify } from 'ripple-keypairs';
import { idOf } from '../read-payment.ts';
import { testNetworkId } from '../xrp-node.ts';

/** An account of the stand-in. */
export interface StandInAccount {
  /** In drops. */
  balance: bigint;
  sequence: number;
  flags: number;
  ownerCount: number;
  /** Whose payments it takes where it takes authorised ones only. */
  authorised: ReadonlySet<string>;
}

/** What a transaction says, as the codec of the ledger reads it. */
export interface StandInTransaction {
  readonly hash: string;
  /** In capital hex. */
  readonly blob: string;
  readonly json: Readonly<Record<string, unknown>>;
  readonly account: string;
  readonly sequence: number;
  readonly lastLedger: number;
  readonly fee: bigint;
  readonly networkId: unknown;
}

export interface Applied extends StandInTransaction {
  readonly result: string;
  readonly delivered: bigint;
}

/** A ledger that consensus has closed, with what it says of each account. */
export interface ClosedLedger {
  readonly index: number;
  /** In ms. */
  readonly at: number;
  readonly transactions: readonly Applied[];
  readonly accounts: ReadonlyMap<string, Readonly<StandInAccount>>;
}

export const reserveBase = 1_000_000n;
export const reserveIncrement = 200_000n;
export const baseFee = 10n;
const flagsOf = { requiresTag: 0x0002_0000, takesAuthorised: 0x0100_0000 } as const;

/**
 * A stand-in for the XRP Ledger: what its documents say of payments of XRP, of numbers, last ledgers, fees and reserves (xrpl.org: Reliable
 * Transaction Submission, Transaction Cost, Transaction Queue, tec and tef codes; rippled `Transactor.cpp`, `Payment.cpp`). Consensus is a call.
 * Nothing of it was compared with a real server.
 */
export class StandInLedger {
  readonly accounts = new Map<string, StandInAccount>();
  readonly closed: ClosedLedger[] = [];
  /** What the network has taken and no ledger has yet, by id. */
  readonly waiting = new Map<string, StandInTransaction>();
  /** In drops: what the open ledger asks for. Below it a transaction waits in the queue. */
  openFee = baseFee;
  /** What a server asks for before it passes anything on. */
  loadFee = baseFee;
  #at: number;
  readonly #first: number;

  constructor({ at, first = 1 }: { readonly at: number; readonly first?: number }) {
    this.#at = at;
    this.#first = first;
    this.close();
  }

  get height(): number {
    return this.#first + this.closed.length - 1;
  }

  fund(address: string, balance: bigint, more: Partial<StandInAccount> = {}): void {
    const account = { sequence: this.height + 1, flags: 0, ownerCount: 0, authorised: new Set<string>() };
    this.accounts.set(address, { ...account, ...more, balance });
  }

  ledger(index: number): ClosedLedger | undefined {
    return this.closed[index - this.#first];
  }

  /** Closes a ledger over what fits, four seconds after the one before. What has not fitted until its last ledger is gone. */
  close(): void {
    this.#at += 4000;
    const index = this.height + 1;
    const applied: Applied[] = [];
    const inOrder = [...this.waiting.values()].toSorted((a, b) => a.sequence - b.sequence);
    for (const each of inOrder) {
      if (each.lastLedger < index) this.waiting.delete(each.hash);
      else if (each.sequence < (this.accounts.get(each.account)?.sequence ?? 0))
        this.waiting.delete(each.hash);
      else if (each.fee >= this.openFee && each.sequence === this.accounts.get(each.account)?.sequence) {
        this.waiting.delete(each.hash);
        applied.push(this.#apply(each));
      }
    }
    const accounts = new Map([...this.accounts].map(([address, each]) => [address, { ...each }]));
    this.closed.push({ index, at: this.#at, transactions: applied, accounts });
  }

  closeMany(count: number): void {
    for (let each = 0; each < count; each += 1) this.close();
  }

  /** What an account would be once all that waits and fits was applied: the open ledger. */
  open(address: string): StandInAccount | undefined {
    const account = this.accounts.get(address);
    if (account === undefined) return undefined;
    const open = { ...account };
    for (const each of [...this.waiting.values()].toSorted((a, b) => a.sequence - b.sequence)) {
      if (each.account !== address || each.sequence !== open.sequence || each.fee < this.openFee) continue;
      open.sequence += 1;
      open.balance -= each.fee + amountOf(each);
    }
    return open;
  }

  /** Takes bytes, and says what a server says of them at this moment (`engine_result`). Throws for what is no transaction. */
  submit(blob: string): string {
    const transaction = readTransaction(blob);
    const { hash, account, sequence, lastLedger, fee, networkId, json } = transaction;
    if (networkId !== testNetworkId)
      return networkId === undefined ? 'telREQUIRES_NETWORK_ID' : 'telWRONG_NETWORK';
    if (!isSigned(json)) return 'temBAD_SIGNATURE';
    const open = this.open(account);
    if (open === undefined) return 'terNO_ACCOUNT';
    if (this.waiting.has(hash)) return 'tefALREADY';
    if (sequence < open.sequence) return 'tefPAST_SEQ';
    if (lastLedger < this.height + 1) return 'tefMAX_LEDGER';
    if (fee < this.loadFee) return 'telINSUF_FEE_P';
    this.waiting.set(hash, transaction);
    if (sequence > open.sequence) return 'terPRE_SEQ';
    return fee < this.openFee ? 'terQUEUED' : this.#resultOf(transaction);
  }

  #resultOf(transaction: StandInTransaction): string {
    const { account, json } = transaction;
    const sender = this.accounts.get(account);
    if (sender === undefined) return 'terNO_ACCOUNT';
    if (json['TransactionType'] !== 'Payment') return 'tesSUCCESS';
    const payee = this.accounts.get(String(json['Destination']));
    const kept = reserveBase + reserveIncrement * BigInt(sender.ownerCount);
    if (payee === undefined && amountOf(transaction) < reserveBase) return 'tecNO_DST_INSUF_XRP';
    if (
      payee !== undefined &&
      (payee.flags & flagsOf.requiresTag) !== 0 &&
      json['DestinationTag'] === undefined
    )
      return 'tecDST_TAG_NEEDED';
    if (sender.balance < amountOf(transaction) + (kept > transaction.fee ? kept : transaction.fee))
      return 'tecUNFUNDED_PAYMENT';
    const isOpen = payee === undefined || (payee.flags & flagsOf.takesAuthorised) === 0;
    return isOpen || payee.authorised.has(account) ? 'tesSUCCESS' : 'tecNO_PERMISSION';
  }

  #apply(transaction: StandInTransaction): Applied {
    const result = this.#resultOf(transaction);
    const sender = this.accounts.get(transaction.account);
    if (sender === undefined) throw new Error('no account sends it');
    sender.sequence += 1;
    sender.balance -= transaction.fee;
    const delivered = result === 'tesSUCCESS' ? amountOf(transaction) : 0n;
    const to = String(transaction.json['Destination']);
    if (delivered > 0n) {
      sender.balance -= delivered;
      const payee = this.accounts.get(to);
      if (payee === undefined) this.fund(to, delivered);
      else payee.balance += delivered;
    }
    return { ...transaction, result, delivered };
  }
}

function amountOf({ json }: Pick<StandInTransaction, 'json'>): bigint {
  return typeof json['Amount'] === 'string' ? BigInt(json['Amount']) : 0n;
}

function readTransaction(blob: string): StandInTransaction {
  const json = decode(blob);
  return {
    hash: idOf(blob),
    blob,
    json,
    account: json['Account'] as string,
    sequence: Number(json['Sequence']),
    lastLedger: Number(json['LastLedgerSequence'] ?? Number.MAX_SAFE_INTEGER),
    fee: BigInt(json['Fee'] as string),
    networkId: json['NetworkID'],
  };
}

function isSigned(json: StandInTransaction['json']): boolean {
  const { TxnSignature: signature, SigningPubKey: key } = json;
  return verify(encodeForSigning({ ...json }), String(signature), String(key));
}
