/** A whole block of a sandbox chain, as it is stored and submitted. */
export interface SandboxBlock {
  readonly header: Uint8Array;
  /** The coinbase first. */
  readonly transactions: readonly Uint8Array[];
}

const lengthBytes = 4;

/** The header, then each transaction behind its length (uint32, least significant byte first). */
export function printSandboxBlock({ header, transactions }: SandboxBlock): Uint8Array {
  const parts = transactions.flatMap((transaction) => {
    const length = Buffer.alloc(lengthBytes);
    length.writeUInt32LE(transaction.length);
    return [length, transaction];
  });
  return new Uint8Array(Buffer.concat([header, ...parts]));
}

/**
 * Reads what `printSandboxBlock` wrote. Blocks of earlier releases are a header and a coinbase without lengths: whatever does not come
 * out even is read as one of these, and the chain judges it.
 *
 * @param headerBytes how long a header of the chain is
 */
export function parseSandboxBlock(submission: Uint8Array, headerBytes: number): SandboxBlock {
  const header = submission.subarray(0, headerBytes);
  const rest = Buffer.from(submission.subarray(headerBytes));
  const transactions: Uint8Array[] = [];
  let at = 0;
  while (at + lengthBytes <= rest.length) {
    const end = at + lengthBytes + rest.readUInt32LE(at);
    transactions.push(new Uint8Array(rest.subarray(at + lengthBytes, end)));
    at = end;
  }
  return { header, transactions: at === rest.length ? transactions : [new Uint8Array(rest)] };
}
