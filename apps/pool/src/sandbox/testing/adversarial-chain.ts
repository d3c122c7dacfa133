import type { TransactionAnswer, TransactionStatus } from '@openlode/ledger/judge-transaction';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { DecodedOutput } from '../../domain/kernel/rail.ts';
import { decodeSandboxPayment } from '../rail/sandbox-payment.ts';

export interface Faults {
  below(limit: number): number;
  percent(chance: number): boolean;
}

interface KnownTransaction {
  readonly txid: string;
  readonly label: string;
  readonly outputs: readonly DecodedOutput[];
  /** What its bytes allow, and what the block took: less, as where work is paid by its use. */
  readonly fee: bigint;
  readonly bytes: Uint8Array;
  readonly sentAt: number;
  readonly validUntil: number;
  /** When it reaches the network; before that it is on its way. */
  readonly arrivesAt: number;
  /** The block that holds it. */
  block: number | undefined;
  /** Forgotten by the network; the same bytes may come again. */
  dropped: boolean;
}

/** A payment that is in a block. */
export interface MadePayment {
  readonly label: string;
  readonly txid: string;
  readonly outputs: readonly DecodedOutput[];
}

const blockMs = 10_000;
/** Blocks that are not taken back. */
export const confirmationsNeeded = 6;
/** An address whose payments no block ever takes. */
export const unluckyPayee = 'DUnlucky';

/** What is on its way, in the pools of its nodes and in its blocks, and what goes wrong with it. */
export class AdversarialChain {
  readonly transactions = new Map<string, KnownTransaction>();
  readonly #clock: Clock;
  readonly #faults: Faults;
  height: number;
  counted = 0;
  #healed = false;

  constructor(clock: Clock, faults: Faults) {
    this.#clock = clock;
    this.#faults = faults;
    this.height = heightAt(clock.now());
  }

  strikes(chance: number): boolean {
    if (this.#healed || !this.#faults.percent(chance)) return false;
    this.counted += 1;
    return true;
  }

  heal(): void {
    this.#healed = true;
  }

  /** Blocks since the last lookup. */
  catchUp(): void {
    for (const now = heightAt(this.#clock.now()); this.height < now; this.height += 1)
      this.#mine(this.height + 1);
  }

  #mine(block: number): void {
    const blockAt = block * blockMs;
    if (this.strikes(6)) {
      // Blocks are taken back, but never one that was final.
      const depth = 1 + this.#faults.below(confirmationsNeeded - 2);
      for (const each of this.transactions.values())
        if (each.block !== undefined && each.block > block - 1 - depth) each.block = undefined;
    }
    for (const each of this.transactions.values()) {
      if (each.block !== undefined || each.dropped || each.arrivesAt > blockAt || each.validUntil < blockAt)
        continue;
      if (each.outputs.some(({ address }) => address.startsWith(unluckyPayee))) continue;
      if (this.strikes(4)) each.dropped = true;
      else if (this.#healed || this.#faults.percent(60)) each.block = block;
    }
  }

  arrive(bytes: Uint8Array, delayMs: number): void {
    const { txid, label, outputs, fee, validUntil } = decodeSandboxPayment(bytes);
    const known = this.transactions.get(txid);
    if (known !== undefined && !known.dropped) return;
    const sentAt = this.#clock.now();
    this.transactions.set(txid, {
      txid,
      label,
      outputs,
      fee: fee.amount - fee.amount / 3n,
      bytes: new Uint8Array(bytes),
      sentAt,
      validUntil,
      arrivesAt: sentAt + delayMs,
      block: undefined,
      dropped: false,
    });
  }

  seen(txid: string, validUntil: number): TransactionStatus {
    const known = this.transactions.get(txid);
    if (known?.block !== undefined)
      return { kind: 'confirmed', confirmations: this.height - known.block + 1, fee: known.fee };
    // The newest block that can still change is six deep; what it could have held is decided.
    if ((this.height - confirmationsNeeded) * blockMs > validUntil)
      return { kind: 'invalidated', why: 'its time has passed on a final block', fee: 0n };
    if (known === undefined || known.dropped || known.arrivesAt > this.#clock.now())
      return { kind: 'absent' };
    return { kind: 'waiting' };
  }

  /** What the node answers that is not to be believed. */
  lie(status: TransactionStatus): Omit<TransactionAnswer, 'node'> {
    const { height } = this;
    if (this.strikes(4)) return { height, isSynced: false, status: { kind: 'absent' } };
    if (this.strikes(4)) return { height: height - 100, isSynced: true, status: { kind: 'absent' } };
    if (this.strikes(6))
      return { height, isSynced: true, status: { kind: 'invalidated', why: 'a lie', fee: 0n } };
    if (this.strikes(6))
      return { height, isSynced: true, status: { kind: 'confirmed', confirmations: 99, fee: 5n } };
    return { height, isSynced: true, status };
  }

  /** A payment that was in a block, or waited for one, is gone. */
  reorganise(txid: string): void {
    const known = this.transactions.get(txid);
    if (known !== undefined) Object.assign(known, { block: undefined, dropped: true });
  }

  truth(): MadePayment[] {
    return [...this.transactions.values()]
      .filter(({ block }) => block !== undefined)
      .flatMap(({ label, txid, outputs }) => {
        const labels = label.split(',');
        return outputs.map((output, index) => ({ label: labels[index] ?? label, txid, outputs: [output] }));
      });
  }
}

function heightAt(now: number): number {
  return Math.floor(now / blockMs);
}
