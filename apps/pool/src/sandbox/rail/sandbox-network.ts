import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import type { DecodedPayment, SendAnswer } from '../../domain/kernel/rail.ts';
import { type AppendLog, openAppendLog } from '../../runtime/append-log/append-log.ts';
import { decodeSandboxPayment } from './sandbox-payment.ts';

/** A payment that the network has taken. */
export interface TakenPayment {
  readonly txid: string;
  readonly at: number;
  readonly fee: bigint;
  /** What it took out of the wallet: its outputs and its fee. */
  readonly spent: readonly (readonly [asset: string, amount: bigint])[];
  readonly bytes: Uint8Array;
  readonly network: string;
  readonly label: string;
  readonly validUntil: number;
}

/** Where an address exists from its first payment on. */
const networksThatOpen: ReadonlySet<string> = new Set(['XRP']);

/** The payments of the file, as far as it was read. */
class TakenPayments {
  readonly #byTxid = new Map<string, TakenPayment>();
  /** What payments have claimed, as `NETWORK CLAIM`. */
  readonly #claimed = new Set<string>();
  /** Addresses that a payment opened, as `NETWORK ADDRESS`. */
  readonly #opened = new Set<string>();
  /** How many bytes of the file were read. */
  #read = 0;

  takeIn(lines: readonly string[], bytes: number): void {
    for (const line of lines) this.#add(line);
    this.#read += bytes;
  }

  /** Takes in the whole lines that the file has got since. */
  readOn(path: string): void {
    const size = existsSync(path) ? statSync(path).size : 0;
    if (size <= this.#read) return;
    const buffer = Buffer.alloc(size - this.#read);
    const file = openSync(path, 'r');
    try {
      readSync(file, buffer, 0, buffer.length, this.#read);
    } finally {
      closeSync(file);
    }
    const whole = buffer.subarray(0, buffer.lastIndexOf('\n') + 1);
    this.takeIn(whole.toString('latin1').split('\n').slice(0, -1), whole.length);
  }

  find(txid: string): TakenPayment | undefined {
    return this.#byTxid.get(txid);
  }

  all(): readonly TakenPayment[] {
    return [...this.#byTxid.values()];
  }

  /** Whether another payment has what this one would spend. */
  isSpent({ network, claims }: Pick<DecodedPayment, 'network' | 'claims'>): boolean {
    return claims.some((claim) => this.#claimed.has(`${network} ${claim}`));
  }

  isOpen(network: string, address: string): boolean {
    return !networksThatOpen.has(network) || this.#opened.has(`${network} ${address}`);
  }

  /** What is left of what came into the wallet, by asset. */
  leftOf(received: ReadonlyMap<string, bigint>): ReadonlyMap<string, bigint> {
    const held = new Map(received);
    for (const { spent } of this.#byTxid.values())
      for (const [asset, amount] of spent) held.set(asset, (held.get(asset) ?? 0n) - amount);
    return held;
  }

  #add(line: string): void {
    const [at = '', txid = '', hex = ''] = line.split(' ');
    const bytes = new Uint8Array(Buffer.from(hex, 'hex'));
    const payment = decodeSandboxPayment(bytes);
    const { fee, network, label, validUntil, claims } = payment;
    for (const claim of claims) this.#claimed.add(`${network} ${claim}`);
    const spent = spentBy(payment);
    this.#byTxid.set(txid, {
      txid,
      at: Number(at),
      fee: fee.amount,
      spent,
      bytes,
      network,
      label,
      validUntil,
    });
    if (!networksThatOpen.has(network)) return;
    for (const { address } of payment.outputs) this.#opened.add(`${network} ${address}`);
  }
}

/**
 * The simulated network behind the sandbox's rail: a file with a line for each payment that it took, on the disk before it answers. What
 * another process sends through the same file is read before each answer, as a node knows it within a moment.
 */
export class SandboxNetwork {
  readonly #path: string;
  readonly #log: AppendLog;
  readonly #payments = new TakenPayments();

  constructor(path: string) {
    this.#path = path;
    this.#log = openAppendLog(path);
    this.#payments.takeIn(this.#log.lines, this.#log.bytes);
  }

  /** Takes a payment once, not after its time, and not where another one has what it would spend. */
  take(bytes: Uint8Array, now: number): SendAnswer {
    const payment = decodeSandboxPayment(bytes);
    const { txid, validUntil } = payment;
    if (this.find(txid) !== undefined) return { kind: 'taken' };
    if (this.#payments.isSpent(payment))
      return { kind: 'refused', why: 'another payment has what this one would spend' };
    if (now > validUntil) return { kind: 'refused', why: 'the sandbox takes no payment after its time' };
    this.#log.append(`${now} ${txid} ${Buffer.from(bytes).toString('hex')}`);
    this.#payments.readOn(this.#path);
    return { kind: 'taken' };
  }

  find(txid: string): TakenPayment | undefined {
    this.#payments.readOn(this.#path);
    return this.#payments.find(txid);
  }

  takenSince(since: number): readonly TakenPayment[] {
    this.#payments.readOn(this.#path);
    return this.#payments.all().filter(({ at }) => at >= since);
  }

  isOpen(network: string, address: string): boolean {
    return this.#payments.isOpen(network, address);
  }

  holdings(received: ReadonlyMap<string, bigint>): ReadonlyMap<string, bigint> {
    this.#payments.readOn(this.#path);
    return this.#payments.leftOf(received);
  }

  close(): void {
    this.#log.close();
  }
}

/** The wallet of a network whose file another process may hold open: nothing is written. */
export function readSandboxHoldings(
  path: string,
  received: ReadonlyMap<string, bigint>,
): ReadonlyMap<string, bigint> {
  const payments = new TakenPayments();
  payments.readOn(path);
  return payments.leftOf(received);
}

function spentBy({ outputs, fee }: DecodedPayment): TakenPayment['spent'] {
  return [...outputs, fee].map(({ asset, amount }) => [asset, amount] as const);
}
