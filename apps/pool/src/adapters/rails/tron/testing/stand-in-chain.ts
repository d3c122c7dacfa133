import { createHash } from 'node:crypto';
import { readMessage, writeMessage } from '../wire-fields.ts';
import { idOf, readPayment } from '../read-payment.ts';
import { type ContractLog, transferArguments } from '../token-transfer.ts';
import type { StandInToken } from './stand-in-token.ts';

/** An account of the stand-in. */
export interface StandInAccount {
  /** In sun. */
  balance: bigint;
  isContract: boolean;
  /** The time of the block below its last transaction, in ms. */
  operatedAt: number;
}

export interface StandInTransaction {
  readonly txid: string;
  readonly raw: Uint8Array;
  readonly signature: Uint8Array;
  readonly owner: string;
  /** Undefined where it is no payment. */
  readonly payee: string | undefined;
  /** Undefined where TRX is paid. */
  readonly token?: string | undefined;
  readonly feeLimit?: bigint | undefined;
  readonly amount: bigint;
  readonly expiration: number;
  readonly refBytes: string;
  readonly refHash: string;
}

export interface Executed extends StandInTransaction {
  readonly result: string;
  readonly fee: bigint;
  /** Of the call of a contract; undefined where TRX is paid. */
  readonly called?: {
    readonly energyFee: bigint;
    readonly answer: string;
    readonly logs: readonly ContractLog[];
  };
}

export interface StandInBlock {
  readonly number: number;
  readonly id: string;
  readonly parent: string;
  /** In ms. */
  readonly at: number;
  readonly root: string;
  readonly transactions: readonly Executed[];
}

const blockMs = 3000;
export const witness = '41f16412b9a17ee9408646e2a21e16478f72ed1e95';
export const version = 34;
/** In sun. */
export const fees = { byte: 1000n, opening: 1_000_000n, openingBandwidth: 100_000n, energy: 100n };
const bytesCounted = 64n;

/**
 * A stand-in for TRON: what the sources of java-tron (4.8) say of payments of TRX, of the blocks that they name, their ends and their fees (`Manager.validateCommon`,
 * `validateTapos`, `validateDup`, `TransferActuator`, `VMActuator`, `BandwidthProcessor`; bandwidth and energy for nothing are left out). Making a block is a call. Nothing of it was compared with a
 * real node, but the ids of blocks and transactions, which are those of the network.
 */
export class StandInChain {
  readonly accounts = new Map<string, StandInAccount>();
  /** By contract. */
  readonly tokens = new Map<string, StandInToken>();
  readonly blocks: StandInBlock[] = [];
  /** What the network has taken and no block has yet, by id. */
  readonly pending = new Map<string, StandInTransaction>();
  /** Blocks on one that is solidified. */
  solidLag = 19;
  /** No block takes anything. */
  isFull = false;
  /** What a payment is executed with; anything else than SUCCESS burns its fee and pays nothing. */
  result = 'SUCCESS';
  /** What brings back the state of before each block, the newest last. */
  #undo: (() => void)[] = [];

  constructor(at: number) {
    this.blocks.push(blockOf({ number: 0, parent: 'e5'.repeat(32), at, transactions: [] }));
  }

  get head(): StandInBlock {
    const head = this.blocks.at(-1);
    if (head === undefined) throw new Error('there is no block');
    return head;
  }

  /** In ms. */
  get now(): number {
    return this.head.at;
  }

  fund(account: string, balance: bigint, more: Partial<StandInAccount> = {}): void {
    this.accounts.set(account, { isContract: false, operatedAt: 0, ...more, balance });
  }

  /** Makes a block of what fits, three seconds after the one before. @param missed slots in which no witness made one */
  produce(missed = 0): void {
    this.#undo.push(this.#keepState());
    const below = this.head;
    const transactions: Executed[] = [];
    for (const each of this.pending.values()) {
      if (each.expiration <= below.at) this.pending.delete(each.txid);
      else if (!this.isFull && this.#faultOf(each) === undefined) {
        this.pending.delete(each.txid);
        transactions.push(this.#execute(each));
      }
    }
    const at = below.at + blockMs * (1 + missed);
    this.blocks.push(blockOf({ number: below.number + 1, parent: below.id, at, transactions }));
  }

  produceMany(count: number): void {
    for (let each = 0; each < count; each += 1) this.produce();
  }

  produceUntil(at: number): void {
    while (this.now < at) this.produce();
  }

  /** The newest blocks are given up, and what was in them is gone. */
  giveUp(count: number): void {
    if (count >= this.solidLag) throw new RangeError('a solidified block is never given up');
    for (let each = 0; each < count; each += 1) {
      this.blocks.pop();
      this.#undo.pop()?.();
    }
    // What stands in their place has the same time, and is another block.
    this.isFull = true;
    this.produce(1);
    this.isFull = false;
  }

  #keepState(): () => void {
    const accounts = [...this.accounts].map(([account, each]) => [account, { ...each }] as const);
    const tokens = [...this.tokens.values()].map(({ balances }) => [balances, [...balances]] as const);
    return () => {
      this.accounts.clear();
      for (const [account, state] of accounts) this.accounts.set(account, state);
      for (const [balances, before] of tokens) {
        balances.clear();
        for (const [account, units] of before) balances.set(account, units);
      }
    };
  }

  /** Takes bytes, and says what a node says of them at this moment (`code`). Throws for what is no transaction. */
  submit(bytes: Uint8Array): string {
    const transaction = readTransaction(bytes);
    if (transaction === undefined) return 'SIGERROR';
    const { txid, expiration } = transaction;
    const isKnown = this.blocks.some(({ transactions }) => transactions.some((each) => each.txid === txid));
    if (this.pending.has(txid) || isKnown) return 'DUP_TRANSACTION_ERROR';
    if (expiration <= this.now || expiration > this.now + 86_400_000) return 'TRANSACTION_EXPIRATION_ERROR';
    const fault = this.#faultOf(transaction);
    if (fault !== undefined) return fault;
    this.pending.set(txid, transaction);
    return 'SUCCESS';
  }

  /** Something else that the account sends, as what stakes TRX. */
  submitOther(owner: string, at = this.now): string {
    const staked = writeMessage([
      [1, Buffer.from(owner, 'hex')],
      [2, 1_000_000n],
    ]);
    const parameter = writeMessage([
      [1, Buffer.from('type.googleapis.com/protocol.FreezeBalanceV2Contract')],
      [2, staked],
    ]);
    const contract = writeMessage([
      [1, 54n],
      [2, parameter],
    ]);
    const raw = writeMessage([
      [8, BigInt(at + 60_000)],
      [11, contract],
      [14, BigInt(at)],
    ]);
    const txid = idOf(raw);
    const other = { payee: undefined, amount: 0n, expiration: at + 60_000, refBytes: '', refHash: '' };
    this.pending.set(txid, { txid, raw, signature: new Uint8Array(65).fill(7), owner, ...other });
    return txid;
  }

  #faultOf(transaction: StandInTransaction): string | undefined {
    const { owner, payee, token, amount, refBytes, refHash, raw } = transaction;
    if (payee === undefined) return undefined;
    if (!this.blocks.some(({ number, id }) => isNamed(number, id, refBytes, refHash))) return 'TAPOS_ERROR';
    const balance = this.accounts.get(owner)?.balance ?? 0n;
    if (token !== undefined) {
      if (!this.tokens.has(token)) return 'CONTRACT_VALIDATE_ERROR';
      return balance < bytesFeeOf(raw) ? 'BANDWITH_ERROR' : undefined;
    }
    const to = this.accounts.get(payee);
    if (to?.isContract === true) return 'CONTRACT_VALIDATE_ERROR';
    return balance < amount + this.#feeOf(payee, raw) ? 'CONTRACT_VALIDATE_ERROR' : undefined;
  }

  #feeOf(payee: string, raw: Uint8Array): bigint {
    return this.accounts.has(payee) ? bytesFeeOf(raw) : fees.opening + fees.openingBandwidth;
  }

  /** What a contract is executed with is limited by the transaction, and by what the account has left. */
  #callToken(transaction: StandInTransaction, token: StandInToken, balance: bigint): Executed {
    const { owner, payee = '', amount, feeLimit = 0n, raw } = transaction;
    const bytesFee = bytesFeeOf(raw);
    const left = balance - bytesFee;
    const most = (feeLimit < left ? feeLimit : left) / fees.energy;
    const ended = (
      result: string,
      energy: bigint,
      answer = '',
      logs: readonly ContractLog[] = [],
    ): Executed => {
      const energyFee = energy * fees.energy;
      return { ...transaction, result, fee: bytesFee + energyFee, called: { energyFee, answer, logs } };
    };
    const transfer = { from: owner, to: payee, units: amount };
    const tried = token.call(owner, 'transfer(address,uint256)', transferArguments(payee, amount));
    if (this.result === 'OUT_OF_TIME') return ended(this.result, most);
    if (tried.energy > most || this.result === 'OUT_OF_ENERGY') return ended('OUT_OF_ENERGY', most);
    if (tried.kind === 'undone' || this.result === 'REVERT') return ended('REVERT', tried.energy);
    token.transfer(transfer);
    return ended('SUCCESS', tried.energy, tried.answer, tried.logs);
  }

  #execute(transaction: StandInTransaction): Executed {
    const { owner, payee, token, amount, raw } = transaction;
    const sender = this.accounts.get(owner);
    if (sender === undefined) throw new Error('no account sends it');
    sender.operatedAt = this.now;
    const contract = token === undefined ? undefined : this.tokens.get(token);
    if (contract !== undefined) {
      const executed = this.#callToken(transaction, contract, sender.balance);
      sender.balance -= executed.fee;
      return executed;
    }
    const fee = payee === undefined ? 0n : this.#feeOf(payee, raw);
    const result = payee === undefined ? 'SUCCESS' : this.result;
    sender.balance -= fee;
    if (payee !== undefined && result === 'SUCCESS') {
      sender.balance -= amount;
      const to = this.accounts.get(payee);
      if (to === undefined) this.fund(payee, amount);
      else to.balance += amount;
    }
    return { ...transaction, result, fee };
  }
}

/** What the bytes of a transaction take. */
function bytesFeeOf(raw: Uint8Array): bigint {
  const bytes = writeMessage([
    [1, raw],
    [2, new Uint8Array(65).fill(1)],
  ]);
  return (BigInt(bytes.length) + bytesCounted) * fees.byte;
}

function isNamed(number: number, id: string, refBytes: string, refHash: string): boolean {
  return (number % 65_536).toString(16).padStart(4, '0') === refBytes && id.slice(16, 32) === refHash;
}

function blockOf(block: Pick<StandInBlock, 'number' | 'parent' | 'at' | 'transactions'>): StandInBlock {
  const { number, parent, at, transactions } = block;
  const root = createHash('sha256')
    .update(transactions.map(({ txid }) => txid).join())
    .digest('hex');
  const raw = writeMessage([
    [1, BigInt(at)],
    [2, Buffer.from(root, 'hex')],
    [3, Buffer.from(parent, 'hex')],
    [7, BigInt(number)],
    [9, Buffer.from(witness, 'hex')],
    [10, BigInt(version)],
  ]);
  const hash = createHash('sha256').update(raw).digest('hex');
  return { ...block, root, id: number.toString(16).padStart(16, '0') + hash.slice(16) };
}

function readTransaction(bytes: Uint8Array): StandInTransaction | undefined {
  const fields = readMessage(bytes);
  const [raw, signature] = [fields.get(1), fields.get(2)];
  if (!(raw instanceof Uint8Array) || !(signature instanceof Uint8Array)) throw new Error('no transaction');
  const payment = readPayment(bytes);
  if (payment === undefined) return undefined;
  const { account, ...said } = payment;
  return { ...said, raw, signature, owner: account };
}
