import { secp256k1 } from '@noble/curves/secp256k1.js';
import { RawOldTx } from '@scure/btc-signer/script.js';

/** Where the first number of a signature begins: behind 30 LENGTH 02 LENGTH. */
const firstAt = 4;

/**
 * The same transaction with every signature in its other form, as anyone on its way can make it: a signature of (r, s) holds for (r, -s) as
 * well. It spends and pays the same under another id. Nodes pass no such transaction on, and take a block that has it.
 */
export function malleate(bytes: Uint8Array): Uint8Array {
  const { inputs, ...rest } = RawOldTx.decode(bytes);
  return RawOldTx.encode({
    ...rest,
    inputs: inputs.map((input) => ({ ...input, finalScriptSig: negated(input.finalScriptSig) })),
  });
}

function negated(script: Uint8Array): Uint8Array {
  const length = script[0] ?? 0;
  const signature = script.subarray(1, length);
  const type = script[length] ?? 0;
  const rest = script.subarray(1 + length);
  const rLength = signature[firstAt - 1] ?? 0;
  const r = signature.subarray(firstAt - 2, firstAt + rLength);
  const s = BigInt(`0x${Buffer.from(signature.subarray(firstAt + rLength + 2)).toString('hex')}`);
  const other = number(secp256k1.Point.Fn.ORDER - s);
  const der = [0x30, r.length + other.length, ...r, ...other, type];
  return Uint8Array.of(der.length, ...der, ...rest);
}

/** As DER writes it: 02, its length, and a byte of 0 where it would be below zero otherwise. */
function number(value: bigint): readonly number[] {
  const hex = value.toString(16);
  const bytes = [...Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')];
  const padded = (bytes[0] ?? 0) >= 0x80 ? [0, ...bytes] : bytes;
  return [2, padded.length, ...padded];
}
