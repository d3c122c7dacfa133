import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Order, PaymentKind } from '@openlode/signing/messages';

/** An order with what its address stands for, which is the same for each way to write it. */
export interface JournalOrder extends Order {
  readonly target: string;
}

/** The first line: whose journal it is. */
export interface BeginLine {
  readonly type: 'begin';
  /** The id of the keystore. */
  readonly keystore: string;
  /** In ms. */
  readonly at: number;
}

/** A transaction that was signed. It is in the journal before it leaves the process. */
export interface SignedLine {
  readonly type: 'signed';
  readonly at: number;
  readonly network: string;
  readonly kind: PaymentKind;
  readonly orders: readonly JournalOrder[];
  /** What the family calls the unsigned transaction. */
  readonly name: string;
  readonly txid: string;
  readonly fee: bigint;
  readonly claims: readonly string[];
  /** In hex. */
  readonly bytes: string;
}

export type JournalLine = BeginLine | SignedLine;

/** What stands before the first line. */
export const noSeal = '0'.repeat(64);

/** `<seal> <JSON>`: the seal depends on these very bytes, on the number of the line and on all lines before it. */
export function printJournalLine(key: Uint8Array, before: string, entry: number, line: JournalLine): string {
  const text = JSON.stringify({ entry, ...line }, (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  return `${sealOf(key, before, text)} ${text}`;
}

/** The parts of a line whose seal is right; undefined where it is not, or its number is another. */
export function readJournalLine(
  key: Uint8Array,
  before: string,
  entry: number,
  text: string,
): { readonly seal: string; readonly line: JournalLine } | undefined {
  const [seal, content] = [text.slice(0, 64), text.slice(65)];
  if (!/^[0-9a-f]{64} $/.test(text.slice(0, 65)) || !sameSeal(seal, sealOf(key, before, content)))
    return undefined;
  // It was written by this program: no other has the key.
  const { entry: written, ...line } = JSON.parse(content) as Written;
  if (written !== entry) return undefined;
  return { seal, line: line.type === 'begin' ? line : readSigned(line) };
}

type Written = { readonly entry: number } & (BeginLine | WrittenSigned);

interface WrittenSigned extends Omit<SignedLine, 'fee' | 'orders'> {
  readonly fee: string;
  readonly orders: readonly (Omit<JournalOrder, 'amount'> & { readonly amount: string })[];
}

function readSigned(line: WrittenSigned): SignedLine {
  return {
    ...line,
    fee: BigInt(line.fee),
    orders: line.orders.map((order) => ({ ...order, amount: BigInt(order.amount) })),
  };
}

function sealOf(key: Uint8Array, before: string, text: string): string {
  return createHmac('sha256', key).update(`${before} ${text}`).digest('hex');
}

function sameSeal(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
