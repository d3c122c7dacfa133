import { extranonce1Bytes, extranonce2Bytes } from '@openlode/stratum/dialects/bitcoin/job';
import { jobSaltBytes } from '@openlode/stratum/dialects/bitcoin/job-stamper';

/** Room for what tells jobs, sessions and the shares of a miner apart. */
export const freeBytes = jobSaltBytes + extranonce1Bytes + extranonce2Bytes;

const tag = Buffer.from('/Openlode sandbox/', 'latin1');
const satoshi = 10n ** 10n;

/** The coinbase of a sandbox block around its free bytes. The reward is in ledger units; the transaction counts satoshis. */
export function sandboxCoinbase(height: number, reward: bigint): { prefix: Uint8Array; suffix: Uint8Array } {
  const heightPush = pushedHeight(height);
  const scriptLength = heightPush.length + freeBytes + tag.length;
  const prefix = Buffer.concat([
    Buffer.from('0100000001', 'hex'),
    Buffer.alloc(32),
    Buffer.from('ffffffff', 'hex'),
    Buffer.from([scriptLength]),
    heightPush,
  ]);
  const value = Buffer.alloc(8);
  value.writeBigUInt64LE(reward / satoshi);
  // One output that anyone could spend (OP_TRUE): coins of the sandbox are worth nothing and say so.
  const suffix = Buffer.concat([
    tag,
    Buffer.from('ffffffff01', 'hex'),
    value,
    Buffer.from('015100000000', 'hex'),
  ]);
  return { prefix, suffix };
}

/** The height as a minimal script push, so that no two coinbases are alike (BIP 34). */
function pushedHeight(height: number): Buffer {
  const digits: number[] = [];
  for (let rest = height; rest > 0; rest = Math.floor(rest / 256)) digits.push(rest % 256);
  if (digits.length === 0 || (digits.at(-1) ?? 0) >= 0x80) digits.push(0);
  return Buffer.from([digits.length, ...digits]);
}
