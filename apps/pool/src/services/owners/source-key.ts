import { createHmac } from 'node:crypto';
import type { AccountKey } from '../work/work-batch.ts';

/**
 * What is kept of where somebody mines or calls from: an IPv4 address or an IPv6 /64, under a keyed hash that is different for
 * each account, so that nobody can see who else an address mines for.
 */
export function sourceKey(secret: Uint8Array, account: Omit<AccountKey, 'network'>, source: string): string {
  const { coin, address, memo } = account;
  return createHmac('sha256', secret)
    .update(JSON.stringify(['source', coin, address, memo ?? '', source]))
    .digest('base64url');
}
