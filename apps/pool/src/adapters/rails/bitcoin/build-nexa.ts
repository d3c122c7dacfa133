import { isKeyTemplate } from '@openlode/mining/address-payment';
import type { TransactionOutput } from './transaction-parts.ts';

/** Of an input that spends a coin. */
const spends = 0;
const noScript = Uint8Array.of(0);
/** Nothing waits for a moment. */
const finalSequence = new Uint8Array(4).fill(0xff);
const noLockTime = new Uint8Array(4);

/**
 * An unsigned payment of Nexa out of coins, as it is before its signatures stand in its inputs.
 *
 * @param coins each by its name, with what it is worth; as of outputs, fewer than 253
 */
export function unsignedNexa(
  coins: readonly { readonly name: string; readonly value: bigint }[],
  outputs: readonly TransactionOutput[],
): Uint8Array {
  const inputs = coins.map(({ name, value }) =>
    Buffer.concat([
      Uint8Array.of(spends),
      Buffer.from(name.slice(0, 64), 'hex').reverse(),
      noScript,
      finalSequence,
      eight(value),
    ]),
  );
  const paid = outputs.map(({ script, value }) =>
    Buffer.concat([
      Uint8Array.of(isKeyTemplate(script) ? 1 : 0),
      eight(value),
      Uint8Array.of(script.length),
      script,
    ]),
  );
  return Uint8Array.from(
    Buffer.concat([
      Uint8Array.of(0, inputs.length),
      ...inputs,
      Uint8Array.of(paid.length),
      ...paid,
      noLockTime,
    ]),
  );
}

function eight(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
}
