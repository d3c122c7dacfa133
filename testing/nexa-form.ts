/** A transaction of Bitcoin, decoded; hashes as they are printed. */
interface Plain {
  readonly inputs: readonly {
    readonly txid: Uint8Array;
    readonly finalScriptSig: Uint8Array;
    readonly sequence: number;
  }[];
  readonly outputs: readonly { readonly script: Uint8Array; readonly amount: bigint }[];
  readonly lockTime: number;
}

/** Of an unsigned input: its type, an outpoint, no script, a sequence and an amount. */
const inputBytes = 1 + 32 + 1 + 4 + 8;

/**
 * A transaction of Nexa with the inputs and outputs of one of Bitcoin, as its bytes: each input spends the coin whose outpoint is its id.
 *
 * @param amounts what the inputs say to spend, in their order; 0 where there are fewer
 */
export function nexaOf({ inputs, outputs, lockTime }: Plain, amounts: readonly bigint[] = []): Uint8Array {
  const spent = inputs.map(({ txid, finalScriptSig, sequence }, at) =>
    Buffer.concat([
      Uint8Array.of(0),
      Buffer.from(txid).reverse(),
      counted(finalScriptSig),
      four(sequence),
      eight(amounts[at] ?? 0n),
    ]),
  );
  const paid = outputs.map(({ script, amount }) =>
    Buffer.concat([Uint8Array.of(script[0] === 0 ? 1 : 0), eight(amount), counted(script)]),
  );
  return Uint8Array.from(
    Buffer.concat([
      Uint8Array.of(0, spent.length),
      ...spent,
      Uint8Array.of(paid.length),
      ...paid,
      four(lockTime),
    ]),
  );
}

/** An unsigned transaction of Nexa with this script, of fewer than 253 bytes, in each of its inputs. */
export function nexaWithScripts(unsigned: Uint8Array, script: Uint8Array): Uint8Array {
  const [, count = 0] = unsigned;
  const inputs = Array.from({ length: count }, (_input, at) => {
    const from = 2 + at * inputBytes;
    const bytes = unsigned.subarray(from, from + inputBytes);
    return Buffer.concat([bytes.subarray(0, 33), counted(script), bytes.subarray(34)]);
  });
  return Uint8Array.from(
    Buffer.concat([unsigned.subarray(0, 2), ...inputs, unsigned.subarray(2 + count * inputBytes)]),
  );
}

function counted(bytes: Uint8Array): Buffer {
  return Buffer.concat([Uint8Array.of(bytes.length), bytes]);
}

function four(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}

function eight(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
}
