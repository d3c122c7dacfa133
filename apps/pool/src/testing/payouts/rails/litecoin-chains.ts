import { randomBytes } from 'node:crypto';
import { addressOfScript } from '@openlode/mining/address-payment';
import { litecoinFacts } from '../../../adapters/rails/bitcoin/testing/fake-nodes.ts';
import { keyHashFacts } from '../../../adapters/rails/bitcoin/testing/key-hash-facts.ts';
import type { LitecoinNode } from '../../../../../../testing/litecoin-nodes.ts';

/** What two litecoinds are taken for: Litecoin, or a coin at key hashes, whose payments anyone on their way can give another id. */
export type LitecoinChain = 'litecoin' | 'key-hash';

interface Chain {
  readonly facts: typeof litecoinFacts;
  /** Of the command lines of its nodes. */
  readonly options: LitecoinNode['options'];
  /** What each payee is owed, in units of 10^-18: more than the least that is paid. */
  readonly each: bigint;
  /** The coins that the pool has from elsewhere, in whole ones: each pays three. */
  readonly given: string;
  /** Whom 20 bytes stand for. */
  readonly scriptOf: (hash: Uint8Array) => Uint8Array;
}

/**
 * No extension blocks: litecoind 0.21 makes no block with chosen transactions beside one, and keeps the transaction of a given up block that
 * belongs to its extension, after which it makes no blocks at all.
 */
const withoutExtension = { vbparams: 'mweb:999999999999:999999999999' };

export const litecoinChains: Readonly<Record<LitecoinChain, Chain>> = {
  litecoin: {
    facts: litecoinFacts,
    options: withoutExtension,
    each: 5n * 10n ** 17n,
    given: '1.6',
    scriptOf: (hash) => Uint8Array.of(0, 20, ...hash),
  },
  'key-hash': {
    facts: keyHashFacts,
    // What comes to the pool has no witness either.
    options: { ...withoutExtension, addresstype: 'legacy', changetype: 'legacy' },
    each: 55n * 10n ** 17n,
    given: '17.6',
    scriptOf: (hash) => Uint8Array.of(0x76, 0xa9, 20, ...hash, 0x88, 0xac),
  },
};

/** A script as miners spell it. */
export function spell(chain: LitecoinChain, script: Uint8Array): string {
  return addressOfScript(litecoinChains[chain].facts.networks.main.addresses, script) ?? '';
}

/** Whom a block pays: no block is made once more that was given up, which both nodes would refuse. */
export function toNew(): string {
  return `raw(6a08${randomBytes(8).toString('hex')})`;
}
