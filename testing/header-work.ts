import { chainOf, hashAlephium } from '@openlode/pow/alephium';
import { type AutolykosHasher, createAutolykosHasher } from '@openlode/pow/autolykos';
import { type Dag, openDag } from '@openlode/pow/dag';
import { octopusEpoch, octopusSizes } from '@openlode/pow/dag-sizes';
import { hashNexa } from '@openlode/pow/nexapow';
import { dagInstance, xelisInstance } from '@openlode/pow/testing/wasm';
import { createXelisHasher, type XelisHasher } from '@openlode/pow/xelishash';
import type { FoundShare, MinerWork } from './miner-work.ts';

const HIGHEST = 2n ** 256n - 1n;

/** A job as it is read from the wire. */
interface ReadJob {
  readonly id: string;
  /** The highest hash of a share; that of the difficulty before it where it is left out. */
  readonly target?: bigint;
  /** The hash of a nonce, most significant byte first; undefined where that makes no attempt. */
  readonly hashOf: (nonce: Buffer) => Uint8Array | undefined;
}

interface HeaderRules extends Pick<MinerWork, 'hashesPerDifficulty1' | 'hashesBetweenLooks'> {
  readonly nonceBytes: number;
  /** Whether the session's digits stand elsewhere than in the nonce. */
  readonly hasWholeNonce?: boolean;
  /** Hashes that make one attempt at the target. */
  readonly hashesPerAttempt?: number;
  open(params: readonly unknown[], extranonce: string): ReadJob;
  /** What `mining.submit` has for a nonce. */
  found(nonce: string, extranonce: string, id: string): FoundShare['params'];
}

/** Work of dialects whose jobs are bytes, and whose shares are a nonce behind the digits of the session. */
export function headerWork(rules: HeaderRules, more: Partial<MinerWork> = {}): MinerWork {
  const { nonceBytes, hashesPerDifficulty1, hashesPerAttempt = 1 } = rules;
  return {
    ...more,
    hashesPerDifficulty1,
    hashesBetweenLooks: rules.hashesBetweenLooks,
    open(params, difficulty) {
      const shareHashes = Math.max(1, Math.round((difficulty * hashesPerDifficulty1) / hashesPerAttempt));
      const { id, target: own } = rules.open(params, '');
      const target = own ?? HIGHEST / BigInt(shareHashes);
      const limit = Buffer.from((target < HIGHEST ? target : HIGHEST).toString(16).padStart(64, '0'), 'hex');
      return {
        id,
        ...(own === undefined ? {} : { work: (HIGHEST + own / 2n) / own }),
        search({ extranonce1 }, count) {
          const { hashOf } = rules.open(params, extranonce1);
          const nonce = Buffer.alloc(nonceBytes);
          if (rules.hasWholeNonce !== true) nonce.write(extranonce1, 'hex');
          // Each search has 2^24 nonces of its own.
          let next = BigInt(count) * 2n ** 24n;
          const at = nonceBytes - 5;
          return {
            run(hashes, onShare) {
              for (let done = 0; done < hashes; done += 1, next += 1n) {
                nonce.writeUIntBE(Number(next & 0xffff_ffff_ffn), at, 5);
                const hash = hashOf(nonce);
                if (hash === undefined || Buffer.compare(hash, limit) > 0) continue;
                onShare({ params: rules.found(nonce.toString('hex'), extranonce1, id), block: undefined });
              }
              return hashes;
            },
          };
        },
      };
    },
  };
}

const bytes = (hex: unknown): Buffer => Buffer.from(String(hex).replace(/^0x/, ''), 'hex');

export const alephiumWork = headerWork({
  hashesPerDifficulty1: 2 ** 34,
  hashesPerAttempt: 16,
  hashesBetweenLooks: 32,
  nonceBytes: 24,
  open([first]) {
    const { jobId, fromGroup, toGroup, headerBlob } = first as Record<string, unknown>;
    const blob = bytes(headerBlob);
    return {
      id: String(jobId),
      hashOf: (nonce) => {
        const hash = hashAlephium(nonce, blob);
        const { from, to } = chainOf(hash);
        return from === fromGroup && to === toGroup ? hash : undefined;
      },
    };
  },
  found: (nonce, _extranonce, jobId) => ({ jobId, fromGroup: 0, toGroup: 0, nonce }),
});

let autolykos: AutolykosHasher | undefined;

export const ergoWork = headerWork(
  {
    hashesPerDifficulty1: 2 ** 32,
    hashesBetweenLooks: 4,
    nonceBytes: 8,
    open: ([id, height, message, , , , target]) => ({
      id: String(id),
      // A hash must be below it.
      target: BigInt(String(target)) - 1n,
      hashOf: (nonce) => autolykos?.hash(bytes(message), nonce, Number(height)),
    }),
    found: (nonce, extranonce) => [nonce.slice(extranonce.length), '', nonce],
  },
  {
    prepare: async () => {
      autolykos ??= await createAutolykosHasher();
    },
  },
);

export const nexaWork = headerWork({
  hashesPerDifficulty1: 2 ** 32,
  hashesBetweenLooks: 2,
  nonceBytes: 12,
  open: ([id, commitment]) => ({ id: String(id), hashOf: (nonce) => hashNexa(bytes(commitment), nonce) }),
  found: (nonce, extranonce) => [extranonce, '', nonce.slice(extranonce.length)],
});

const octopusDags = new Map<number, Dag>();

export const octopusWork = headerWork(
  {
    hashesPerDifficulty1: 1,
    hashesBetweenLooks: 1,
    nonceBytes: 8,
    open: ([id, height, hash, boundary]) => ({
      id: String(id),
      target: BigInt(String(boundary)),
      hashOf: (nonce) => {
        const epoch = octopusEpoch(Number(height));
        const dag = octopusDags.get(epoch) ?? openDag(dagInstance(), octopusSizes(epoch));
        octopusDags.set(epoch, dag);
        return dag.octopus(bytes(hash), nonce.readBigUInt64BE());
      },
    }),
    found: (nonce, _extranonce, id) => [`0x${nonce}`, id],
  },
  { subscription: (user) => [user, 'x'], isLoggedInBySubscription: true },
);

let xelis: XelisHasher | undefined;

export const xelisWork = headerWork(
  {
    hashesPerDifficulty1: 1,
    hashesBetweenLooks: 1,
    nonceBytes: 8,
    hasWholeNonce: true,
    open: ([id, time, hash], extranonce) => ({
      id: String(id),
      hashOf: (nonce) => {
        const input = Buffer.alloc(112);
        bytes(hash).copy(input);
        bytes(time).copy(input, 32);
        nonce.copy(input, 40);
        bytes(extranonce).copy(input, 48);
        return xelis?.hash(input, 3);
      },
    }),
    found: (nonce) => [nonce],
  },
  {
    authorization: (user, password) => [user, '', password],
    prepare: async () => {
      xelis ??= await createXelisHasher(xelisInstance());
    },
  },
);
