import type { MoneroAddress } from './address.ts';
import {
  amountBase,
  bytesOf,
  isSame,
  keccak,
  numberOf,
  order,
  Point,
  readPoint,
  scalarOf,
  sharedSecret,
} from './curve.ts';
import type { Account } from './keys.ts';
import type { Blob, BlobOutput } from './read-blob.ts';

/** The secrets of a transaction, which show whom it pays and how much, and spend nothing: its own, and one for each output where it has them. */
export interface TransactionSecrets {
  readonly own: bigint;
  readonly ofOutputs: readonly bigint[];
}

/** Reads 32 bytes for each secret; undefined where they do not belong to this transaction. */
export function readSecrets(bytes: Uint8Array, { outputKeys }: Blob): TransactionSecrets | undefined {
  if (bytes.length !== 32 * (1 + outputKeys.length)) return undefined;
  const [own = 0n, ...ofOutputs] = Array.from({ length: bytes.length / 32 }, (_, at) =>
    numberOf(bytes.subarray(32 * at, 32 * at + 32)),
  );
  return [own, ...ofOutputs].every((secret) => secret > 0n && secret < order)
    ? { own, ofOutputs }
    : undefined;
}

/**
 * What an output pays to an address, in 10^-12 XMR; undefined where nothing, or its payee would not find it. By the secrets of the
 * transaction: the payee's wallet comes to the same.
 */
export function amountTo(
  { spend, view, isFurther }: MoneroAddress,
  blob: Blob,
  at: number,
  secrets: TransactionSecrets,
): bigint | undefined {
  const output = blob.outputs[at];
  const pairs = [
    [secrets.own, blob.key],
    [secrets.ofOutputs[at], blob.outputKeys[at]],
  ] as const;
  for (const [secret, key] of pairs) {
    if (output === undefined || secret === undefined || key === undefined) continue;
    // A further address is found only where the key was made from its own.
    if (!isSame((isFurther ? spend : Point.BASE).multiply(secret).toBytes(), key)) continue;
    const amount = openOutput(output, at, sharedSecret(secret, view), spend);
    if (amount !== undefined) return amount;
  }
  return undefined;
}

/** What an output brings back to the account, by the secret with which it sees what it receives; undefined where nothing. */
export function amountBack({ spend, viewSecret }: Account, blob: Blob, at: number): bigint | undefined {
  const [key, output] = [readPoint(blob.key), blob.outputs[at]];
  if (key === undefined || output === undefined) return undefined;
  return openOutput(output, at, sharedSecret(viewSecret, key), spend);
}

/** The number that an integrated address has, as the transaction hides it; where it has none, as many zeros. */
export function hiddenPaymentId(
  { spend, view, isFurther, paymentId = new Uint8Array(8) }: MoneroAddress,
  blob: Blob,
  { own }: TransactionSecrets,
): Uint8Array | undefined {
  if (!isSame((isFurther ? spend : Point.BASE).multiply(own).toBytes(), blob.key)) return undefined;
  const mask = keccak(sharedSecret(own, view), Uint8Array.of(0x8d));
  return paymentId.map((byte, at) => byte ^ (mask[at] ?? 0));
}

/** An output belongs to the side that shares the secret, if its key, its tag and what it is held to follow from it. */
function openOutput(output: BlobOutput, at: number, shared: Uint8Array, spend: Point): bigint | undefined {
  // Fewer than 128.
  const place = Uint8Array.of(at);
  const scalar = scalarOf(shared, place);
  if (scalar === 0n || !isSame(Point.BASE.multiply(scalar).add(spend).toBytes(), output.key))
    return undefined;
  if (keccak(Buffer.from('view_tag'), shared, place)[0] !== output.viewTag) return undefined;
  const secret = bytesOf(scalar);
  const mask = keccak(Buffer.from('amount'), secret);
  const amount = numberOf(output.amount.map((byte, index) => byte ^ (mask[index] ?? 0)));
  const blinding = scalarOf(Buffer.from('commitment_mask'), secret);
  const commitment = Point.BASE.multiplyUnsafe(blinding).add(amountBase.multiplyUnsafe(amount));
  return isSame(commitment.toBytes(), output.commitment) ? amount : undefined;
}
