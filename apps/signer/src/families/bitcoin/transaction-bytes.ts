import type { TransactionInput } from './transaction-parts.ts';

/** An unsigned number of 32 bits, or the bits of a negative one, the lowest byte first. */
export function four(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}

/** An unsigned number of 64 bits, the lowest byte first. */
export function eight(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
}

/** The coin that an input spends, as Bitcoin's transactions name it. */
export function outpoint({ txid, index }: Pick<TransactionInput, 'txid' | 'index'>): Buffer {
  return Buffer.concat([Buffer.from(txid, 'hex').reverse(), four(index)]);
}
