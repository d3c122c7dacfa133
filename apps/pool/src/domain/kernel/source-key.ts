import { createHmac } from 'node:crypto';
import type { MinerKey } from './work-batch.ts';

/** What is kept of a source (an IPv4 address or an IPv6 /64). */
export interface SourceKeys {
  /** Keyed hash of miner and source: different for each miner, so that it does not tell who else the source mines for. */
  readonly own: string;
  /** Keyed hash of the source alone, to count its miners; absent in work that was recorded before it was kept. */
  readonly poolWide: string | undefined;
}

/** Both keys in one text, as work lines carry it: `own.poolWide`. A connection is hashed once, when its miner logs in. */
export function sourceKey(secret: Uint8Array, miner: Omit<MinerKey, 'network'>, source: string): string {
  const { coin, address, memo } = miner;
  const own = mac(secret, ['source', coin, address, memo ?? '', source]).toString('base64url');
  const poolWide = mac(secret, ['source of the pool', source]).subarray(0, 16).toString('base64url');
  return `${own}.${poolWide}`;
}

export function splitSourceKey(key: string): SourceKeys {
  const [own = '', poolWide] = key.split('.');
  return { own, poolWide };
}

/** A miner of a source, for counting only: it cannot be matched to the miner without the secret. */
export function sourceMinerKey(secret: Uint8Array, poolWide: string, uuid: string): string {
  return mac(secret, ['miner of a source', poolWide, uuid]).subarray(0, 16).toString('base64url');
}

function mac(secret: Uint8Array, parts: readonly string[]): Buffer {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest();
}
