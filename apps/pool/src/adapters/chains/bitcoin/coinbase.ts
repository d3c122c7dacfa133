import { extranonce1Bytes, extranonce2Bytes } from '@openlode/stratum/dialects/bitcoin/job';
import { jobSaltBytes } from '@openlode/stratum/dialects/bitcoin/job-stamper';
import { compactSize } from './compact-size.ts';

/** Room for what tells jobs, sessions and the shares of a miner apart. */
export const freeBytes = jobSaltBytes + extranonce1Bytes + extranonce2Bytes;

/** The longest script of a coinbase (`bad-cb-length` of Bitcoin's consensus). */
export const scriptBytesMax = 100;

/** What a coinbase pays, in the chain's smallest units. */
export interface CoinbaseOutput {
  readonly value: bigint;
  readonly script: Uint8Array;
}

export interface CoinbaseParts {
  /** The script up to the free bytes: the height first (BIP 34), which `pushOfHeight` makes … */
  readonly before: Uint8Array;
  /** … and behind them. */
  readonly after: Uint8Array;
  readonly outputs: readonly CoinbaseOutput[];
  /** What stands behind a coinbase of Dash's family, which is a transaction of a kind of its own then. */
  readonly payload?: Uint8Array | undefined;
}

/** Version 1; and version 3 of kind 5 with a payload (DIP 2, DIP 4). */
const versions = { plain: '01000000', carrying: '03000500' } as const;

/**
 * A coinbase transaction of Bitcoin's family around its free bytes, without witness: so its SHA-256d is its txid.
 *
 * @throws RangeError where the script is too long for the chain
 */
export function coinbaseAround({ before, after, outputs, payload }: CoinbaseParts): {
  readonly prefix: Uint8Array;
  readonly suffix: Uint8Array;
} {
  const scriptLength = before.length + freeBytes + after.length;
  if (scriptLength > scriptBytesMax)
    throw new RangeError(`the script of the coinbase has ${scriptLength} bytes, ${scriptBytesMax} at most`);
  const prefix = Buffer.concat([
    // One input, of no transaction.
    Buffer.from(`${payload === undefined ? versions.plain : versions.carrying}01`, 'hex'),
    Buffer.alloc(32),
    Buffer.from('ffffffff', 'hex'),
    Buffer.from([scriptLength]),
    before,
  ]);
  const suffix = Buffer.concat([
    after,
    Buffer.from('ffffffff', 'hex'),
    compactSize(outputs.length),
    ...outputs.map(printOutput),
    // No lock time.
    Buffer.alloc(4),
    ...(payload === undefined ? [] : [compactSize(payload.length), payload]),
  ]);
  return { prefix, suffix };
}

function printOutput({ value, script }: CoinbaseOutput): Buffer {
  const amount = Buffer.alloc(8);
  amount.writeBigUInt64LE(value);
  return Buffer.concat([amount, compactSize(script.length), script]);
}

/** A height as nodes compare it with the coinbase (BIP 34): the shortest push of a number, which is one byte up to 16. */
export function pushOfHeight(height: number): Uint8Array {
  if (height <= 16) return Uint8Array.of(height === 0 ? 0 : 0x50 + height);
  const digits: number[] = [];
  for (let rest = height; rest > 0; rest = Math.floor(rest / 256)) digits.push(rest % 256);
  // The highest bit is a sign.
  if ((digits.at(-1) ?? 0) >= 0x80) digits.push(0);
  return Uint8Array.from([digits.length, ...digits]);
}
