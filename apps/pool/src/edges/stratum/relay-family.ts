import type { Dialect } from '@openlode/stratum/core/dialect';
import type { DifficultyScale } from '@openlode/stratum/core/difficulty';
import { plainJobs } from '@openlode/stratum/core/jobs';
import type { RejectReason } from '@openlode/stratum/core/session-state';
import { bitcoinJobs } from '@openlode/stratum/dialects/bitcoin/jobs';
import { relayedBitcoin } from '@openlode/stratum/dialects/bitcoin/relayed-dialect';
import { openRelayedJob } from '@openlode/stratum/dialects/bitcoin/relayed-job';
import type { RelayedInput } from '@openlode/stratum/dialects/bitcoin/relayed-state';
import type { BitcoinWork } from '@openlode/stratum/dialects/bitcoin/bitcoin-client';
import type { MoneroWork } from '@openlode/stratum/dialects/monero/monero-client';
import { relayedMonero } from '@openlode/stratum/dialects/monero/relayed-dialect';
import { openRelayedMoneroJob } from '@openlode/stratum/dialects/monero/relayed-job';
import type { RelayedMoneroInput } from '@openlode/stratum/dialects/monero/relayed-state';
import type { UpstreamJob } from '@openlode/stratum/upstream/client-dialect';
import type { RelayedOpenJob, RelayedShareInput } from '@openlode/stratum/upstream/relayed-share';
import type { JobFeed } from './job-feed.ts';

/** What a job of another pool is opened with here. */
interface RelayedJobFacts {
  /** Ours, that no other job has. */
  readonly id: string;
  readonly clean: boolean;
  readonly number: number;
  readonly chain: string;
  readonly scale: DifficultyScale;
  /** Expected hashes for a block of its network, by the word of our own nodes; undefined where jobs say it themselves. */
  readonly networkWork: bigint | undefined;
  /** Whether shares are judged here. */
  readonly verifies: boolean;
}

/** How work of other pools is given on in one dialect: what a feed of it has not in common with the others. */
export interface RelayFamily {
  readonly dialect: Dialect;
  readonly registry: JobFeed['registry'];
  openJob(upstream: UpstreamJob, facts: RelayedJobFacts): RelayedOpenJob;
  /** What the session has hashed, or what its miner says it has: 32 bytes that stay. */
  hashOf(input: RelayedShareInput): Uint8Array;
  /** What the verifier of the algorithm is given. */
  verifierInput(input: RelayedShareInput): unknown;
  /** The hash of a share by the word of the verifier, or why it is none. `hash`: what `hashOf` said. */
  proofOf(verdict: unknown, hash: Uint8Array): Uint8Array | RejectReason;
}

/** Its session hashes SHA-256d; where that is not the proof of work, a verifier hashes the header. */
export const bitcoinRelay: RelayFamily = {
  dialect: relayedBitcoin,
  // Sessions find nothing in it but the targets of difficulties.
  registry: bitcoinJobs(),
  openJob: (upstream, facts) => openRelayedJob(upstream as UpstreamJob<BitcoinWork>, facts),
  hashOf: (input) => (input as RelayedInput).hash.slice(),
  verifierInput: (input) => (input as RelayedInput).header.slice(),
  proofOf: (verdict) => verdict as Uint8Array,
};

/** Miners say the hash that they have: it is sent on with the share, and must be that of the verifier. */
export const moneroRelay: RelayFamily = {
  dialect: relayedMonero,
  registry: plainJobs<never, never>(() => {
    throw new Error('jobs of another pool are not made here');
  }),
  openJob(upstream, { networkWork, ...facts }) {
    if (networkWork === undefined) throw new Error('no node says what a block takes');
    return openRelayedMoneroJob(upstream as UpstreamJob<MoneroWork>, { ...facts, networkWork });
  },
  hashOf: (input) => (input as RelayedMoneroInput).claimed,
  verifierInput: (input) => (input as RelayedMoneroInput).randomx,
  proofOf: (verdict, hash) =>
    Buffer.compare(verdict as Uint8Array, hash) === 0 ? (verdict as Uint8Array) : 'wrong-proof',
};

const families: ReadonlyMap<string, RelayFamily> = new Map([
  ['sha256', bitcoinRelay],
  ['scrypt', bitcoinRelay],
  ['randomx', moneroRelay],
]);

/** @throws Error for an algorithm whose work is not taken from other pools */
export function relayFamilyOf(algorithm: string): RelayFamily {
  const family = families.get(algorithm);
  if (family === undefined) throw new Error(`work of ${algorithm} is not taken from other pools`);
  return family;
}
