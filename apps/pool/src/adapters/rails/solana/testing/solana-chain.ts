import { base58 } from '@scure/base';
import { createHash } from 'node:crypto';
import {
  type KitTransaction,
  type LiteSvm,
  loadLitesvm,
  type SvmAccount,
} from '../../../../../../../testing/litesvm-library.ts';

/** A transaction in a slot. Amounts in lamports. */
export interface ChainTransaction {
  readonly txid: string;
  readonly bytes: Uint8Array;
  readonly slot: number;
  /** In seconds since 1970. */
  readonly time: number;
  /** What its execution ended with; null where that is nothing. */
  readonly error: unknown;
  readonly keys: readonly string[];
  readonly before: readonly bigint[];
  readonly after: readonly bigint[];
}

interface SlotState {
  readonly slot: number;
  readonly accounts: ReadonlyMap<string, SvmAccount | undefined>;
}

const systemProgram = '1'.repeat(32);
const finalAfter = 31;
const slotMs = 400;

/**
 * A chain of Solana for suites: transactions are executed by litesvm, which is the runtime itself, and everything around it (slots, what is final, branches that are
 * given up, a list of what was executed) is a stand-in that follows the documentation. One thing of the runtime litesvm leaves out, and is done here: a transaction
 * that fails advances its nonce all the same.
 */
export class SolanaChain {
  readonly genesis: string = base58.encode(new Uint8Array(32).fill(7));
  readonly #library: Awaited<ReturnType<typeof loadLitesvm>>;
  #svm: LiteSvm;
  #slot = 100;
  /** When slot 0 was, ms. */
  readonly #startedAt: number;
  #executed: ChainTransaction[] = [];
  /** The oldest first. */
  #states: SlotState[] = [];
  /** Before transactions of a slot were executed. */
  #snapshots: { readonly slot: number; readonly bytes: Uint8Array }[] = [];
  /** What nodes have taken, for the next slot. */
  #waiting: Uint8Array[] = [];

  private constructor(library: Awaited<ReturnType<typeof loadLitesvm>>, now: number) {
    this.#library = library;
    this.#svm = new library.svm.LiteSVM();
    this.#startedAt = now - this.#slot * slotMs;
    this.#warp();
  }

  static async start(now: number): Promise<SolanaChain> {
    return new SolanaChain(await loadLitesvm(), now);
  }

  get slot(): number {
    return this.#slot;
  }

  /** The newest slot that two thirds of the stake have voted for, and that nothing takes back. */
  slotAt(commitment: unknown): number {
    if (commitment === 'processed') return this.#slot;
    return commitment === 'confirmed' ? this.#slot - 1 : Math.max(0, this.#slot - finalAfter);
  }

  timeOf(slot: number): number {
    return Math.floor((this.#startedAt + slot * slotMs) / 1000);
  }

  get executed(): readonly ChainTransaction[] {
    return this.#executed;
  }

  leastKept(space: number): bigint {
    return this.#svm.minimumBalanceForRentExemption(BigInt(space));
  }

  /** Coins from nowhere. */
  give(address: string, lamports: bigint): void {
    const before = this.#svm.getAccount(address);
    this.put({
      ...blank(address),
      ...(before.exists === false ? {} : before),
      lamports: lamportsOf(before) + lamports,
    });
  }

  /** An account as it shall be. */
  put(account: SvmAccount): void {
    this.#svm.setAccount(account);
    this.#keep([account.address]);
  }

  /** A nonce account that this authority advances. */
  putNonce(address: string, authority: string): void {
    const data = new Uint8Array(80);
    data.set([1, 0, 0, 0, 1, 0, 0, 0]);
    data.set(base58.decode(authority), 8);
    data.set(durableNonce(this.#svm.latestBlockhash()), 40);
    new DataView(data.buffer).setBigUint64(72, 5000n, true);
    this.put({ ...blank(address), lamports: this.leastKept(80), space: 80n, data });
  }

  /** The value of a nonce account, on the newest slot. */
  nonceOf(address: string): string {
    return base58.encode(this.#svm.getAccount(address).data.slice(40, 72));
  }

  /** Has a nonce account keep this value, as one that was advanced in the same slot does. */
  setNonce(address: string, nonce: string): void {
    const account = this.#svm.getAccount(address);
    const data = Uint8Array.from(account.data);
    data.set(base58.decode(nonce), 40);
    this.put({ ...account, data });
  }

  /** An account on a slot. */
  accountAt(address: string, slot: number): SvmAccount | undefined {
    return this.#states
      .findLast((each) => each.slot <= slot && each.accounts.has(address))
      ?.accounts.get(address);
  }

  /** What it would end with on the newest state; undefined where it would do what it says. */
  tried(bytes: Uint8Array): unknown {
    return this.#svm.simulateTransaction(this.#decode(bytes)).err?.();
  }

  /** Has it wait for the next slot. */
  take(bytes: Uint8Array): void {
    this.#waiting.push(bytes);
  }

  /** Makes slots; what waits is executed in the first of them. */
  advance(slots: number): void {
    this.#slot += 1;
    this.#warp();
    if (this.#waiting.length > 0) this.#snapshots.push({ slot: this.#slot, bytes: this.#svm.toBytes() });
    for (const bytes of this.#waiting.splice(0)) this.#execute(bytes);
    this.#slot += slots - 1;
    this.#warp();
  }

  /** Gives up the branch since a slot in which something was executed; what was executed since is forgotten. */
  giveUp(slot: number): void {
    const at = this.#snapshots.findIndex((each) => each.slot === slot);
    const snapshot = this.#snapshots[at];
    if (snapshot === undefined || slot <= this.slotAt('finalized')) throw new Error('nothing gives it up');
    this.#svm = this.#library.svm.LiteSVM.fromBytes(snapshot.bytes);
    this.#snapshots = this.#snapshots.slice(0, at);
    this.#executed = this.#executed.filter((each) => each.slot < slot);
    this.#states = this.#states.filter((each) => each.slot < slot);
    this.#warp();
  }

  #warp(): void {
    this.#svm.expireBlockhash();
    this.#svm.warpToSlot(BigInt(this.#slot));
  }

  #decode(bytes: Uint8Array): KitTransaction {
    return this.#library.kit.getTransactionDecoder().decode(bytes);
  }

  #execute(bytes: Uint8Array): void {
    const transaction = this.#decode(bytes);
    const message = this.#library.kit.getCompiledTransactionMessageDecoder().decode(transaction.messageBytes);
    const keys = message.staticAccounts;
    const balances = (): bigint[] => keys.map((key) => lamportsOf(this.#svm.getAccount(key)));
    const before = balances();
    const error = this.#svm.sendTransaction(transaction).err?.() ?? null;
    const after = balances();
    // What is not even charged for is in no block.
    if (error !== null && before[0] === after[0]) return;
    if (error !== null) this.#advanceNonce(keys[1] ?? '', message.lifetimeToken);
    const txid = base58.encode(bytes.subarray(1, 65));
    this.#executed.push({
      txid,
      bytes,
      slot: this.#slot,
      time: this.timeOf(this.#slot),
      error,
      keys,
      before,
      after,
    });
    this.#keep(keys);
  }

  #advanceNonce(address: string, nonce: string): void {
    const account = this.#svm.getAccount(address);
    const isUsed =
      account.exists !== false &&
      account.space === 80n &&
      base58.encode(account.data.slice(40, 72)) === nonce;
    if (!isUsed) return;
    const data = Uint8Array.from(account.data);
    data.set(durableNonce(this.#svm.latestBlockhash()), 40);
    this.#svm.setAccount({ ...account, data });
  }

  #keep(addresses: readonly string[]): void {
    const accounts = addresses.map((address) => {
      const account = this.#svm.getAccount(address);
      return [address, account.exists === false ? undefined : account] as const;
    });
    this.#states.push({ slot: this.#slot, accounts: new Map(accounts) });
  }
}

function blank(address: string): SvmAccount {
  return {
    address,
    lamports: 0n,
    programAddress: systemProgram,
    executable: false,
    space: 0n,
    data: new Uint8Array(),
  };
}

function lamportsOf(account: SvmAccount): bigint {
  return account.exists === false ? 0n : account.lamports;
}

/** What a nonce account gets of a block hash. */
function durableNonce(blockhash: string): Uint8Array {
  return createHash('sha256').update('DURABLE_NONCE').update(base58.decode(blockhash)).digest();
}
