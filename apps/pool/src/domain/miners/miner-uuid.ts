import { createHmac } from 'node:crypto';
import type { MinerKey } from '../kernel/work-batch.ts';

/**
 * The public id of a miner: HMAC-SHA256(secret, coin, canonical address, memo) in the form of a version 8 uuid (RFC 9562).
 * The network is no part of it: switching networks keeps the miner.
 */
export function minerUuid(secret: Uint8Array, key: Omit<MinerKey, 'network'>): string {
  const mac = createHmac('sha256', secret)
    .update(JSON.stringify([key.coin, key.address, key.memo ?? '']))
    .digest();
  const bytes = Buffer.from(mac.subarray(0, 16));
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
