import { etchashHeight, ethashHeight } from '@openlode/pow/seed-heights';
import type { Dialects } from '@openlode/stratum/core/dialect';
import type { DifficultyScale } from '@openlode/stratum/core/difficulty';
import { plainJobs } from '@openlode/stratum/core/jobs';
import type { ShareTerms } from '@openlode/stratum/core/judge-share';
import type { RejectReason } from '@openlode/stratum/core/session-state';
import { bitcoinJobs } from '@openlode/stratum/dialects/bitcoin/jobs';
import { relayedBitcoin } from '@openlode/stratum/dialects/bitcoin/relayed-dialect';
import { openRelayedJob } from '@openlode/stratum/dialects/bitcoin/relayed-job';
import type { RelayedInput } from '@openlode/stratum/dialects/bitcoin/relayed-state';
import type { BitcoinWork } from '@openlode/stratum/dialects/bitcoin/bitcoin-client';
import type { EthereumFound, EthereumWork } from '@openlode/stratum/dialects/ethereum/ethereum-client';
import type { EthashVerdict } from '@openlode/stratum/dialects/ethereum/jobs';
import { relayedEthereum } from '@openlode/stratum/dialects/ethereum/relayed-dialect';
import type { RelayedEthereumInput } from '@openlode/stratum/dialects/ethereum/relayed-input';
import { openRelayedEthereumJob } from '@openlode/stratum/dialects/ethereum/relayed-job';
import type { MoneroWork } from '@openlode/stratum/dialects/monero/monero-client';
import { relayedMonero } from '@openlode/stratum/dialects/monero/relayed-dialect';
import { openRelayedMoneroJob } from '@openlode/stratum/dialects/monero/relayed-job';
import type { RelayedMoneroInput } from '@openlode/stratum/dialects/monero/relayed-state';
import { relayedZcash } from '@openlode/stratum/dialects/zcash/relayed-dialect';
import { openRelayedZcashJob } from '@openlode/stratum/dialects/zcash/relayed-job';
import type { RelayedZcashInput } from '@openlode/stratum/dialects/zcash/relayed-state';
import type { ZcashWork } from '@openlode/stratum/dialects/zcash/zcash-client';
import type { Solution, UpstreamJob } from '@openlode/stratum/upstream/client-dialect';
import { defineRelayedDialect } from '@openlode/stratum/upstream/define-relayed-dialect';
import { openRelayedHeader } from '@openlode/stratum/upstream/open-relayed-header';
import type {
  OpenRelayedHeader,
  RelayedHeaderInput,
  RelayedLayout,
} from '@openlode/stratum/upstream/relayed-layout';
import type { RelayedOpenJob, RelayedShareInput } from '@openlode/stratum/upstream/relayed-share';
import { sharedPrice } from '@openlode/stratum/upstream/shared-price';
import { headerAlgorithms } from './header-algorithms.ts';
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
  /** What shares of the same content count since it came first, where that is one for all miners. */
  readonly price: ShareTerms | undefined;
  /** Of the newest jobs of all connections to that pool, the target of the one that asks for least: where there is one price it must be none that hides a share of another connection. */
  readonly easiestTarget: bigint;
}

/** A share as the verifier has found it. */
interface ProvenShare {
  /** 32 bytes, least significant first. */
  readonly hash: Uint8Array;
  /** What is sent on. */
  readonly found: Solution;
}

/** How work of other pools is given on in one dialect: what a feed of it has not in common with the others. */
export interface RelayFamily {
  readonly dialects: Dialects;
  readonly registry: JobFeed['registry'];
  openJob(upstream: UpstreamJob, facts: RelayedJobFacts): RelayedOpenJob;
  /** What the session has hashed, or what its miner says it has: 32 bytes, which may be those of the next share afterwards. Undefined where it takes the proof of work to say. */
  hashOf(input: RelayedShareInput): Uint8Array | undefined;
  /** What the verifier of the algorithm is given. */
  verifierInput(input: RelayedShareInput): unknown;
  /** Whether a verifier that answers nothing says that the share is none; otherwise it has not judged it. */
  readonly nothingIsFalse?: boolean;
  /** What a share is by the word of the verifier, or why it is none. `hash`: what `hashOf` said. */
  proven(
    verdict: unknown,
    share: Pick<RelayedShareInput, 'found' | 'job'> & { readonly hash: Uint8Array | undefined },
  ): ProvenShare | RejectReason;
}

/** A registry in which sessions find nothing but the targets of difficulties. */
function noJobs(): JobFeed['registry'] {
  return plainJobs<never, never>(() => {
    throw new Error('jobs of another pool are not made here');
  });
}

/** Its session hashes SHA-256d; where that is not the proof of work, a verifier hashes the header. */
export const bitcoinRelay: RelayFamily = {
  dialects: [relayedBitcoin],
  // Sessions find nothing in it but the targets of difficulties.
  registry: bitcoinJobs(),
  openJob: (upstream, facts) => openRelayedJob(upstream as UpstreamJob<BitcoinWork>, facts),
  hashOf: (input) => (input as RelayedInput).hash,
  verifierInput: (input) => (input as RelayedInput).header.slice(),
  proven: (verdict, { found }) => ({ hash: verdict as Uint8Array, found }),
};

/** Miners say the hash that they have: it is sent on with the share, and must be that of the verifier. */
export const moneroRelay: RelayFamily = {
  dialects: [relayedMonero],
  registry: noJobs(),
  openJob: (upstream, { networkWork, price: _price, easiestTarget: _easiest, ...facts }) =>
    openRelayedMoneroJob(upstream as UpstreamJob<MoneroWork>, {
      ...facts,
      networkWork: required(networkWork),
    }),
  hashOf: (input) => (input as RelayedMoneroInput).claimed,
  verifierInput: (input) => (input as RelayedMoneroInput).randomx,
  proven: (verdict, { hash, found }) =>
    hash !== undefined && Buffer.compare(verdict as Uint8Array, hash) === 0 ? { hash, found } : 'wrong-proof',
};

/** Its session hashes header and solution; the verifier says whether the solution is one. */
export const zcashRelay: RelayFamily = {
  dialects: [relayedZcash],
  registry: noJobs(),
  openJob: (upstream, facts) => openRelayedZcashJob(upstream as UpstreamJob<ZcashWork>, facts),
  hashOf: (input) => (input as RelayedZcashInput).hash,
  verifierInput: (input) => (input as RelayedZcashInput).zcash,
  proven: (verdict, { hash, found }) =>
    verdict === true && hash !== undefined ? { hash, found } : 'wrong-proof',
};

/** A share of Ethash takes this many hashes at least, unless the other pool asks for less: a rig of 1 GH/s finds one a second. */
const usualLeastWork = 2n ** 30n;

/**
 * What a miner says of its mix must be right, and of those that say none the verifier's is sent on.
 *
 * @param heightOf a height of the epoch whose dataset a seed is for; undefined for a seed that is none
 */
export function ethereumRelay(
  heightOf: (seed: string) => number | undefined,
  leastWork = usualLeastWork,
): RelayFamily {
  return {
    dialects: relayedEthereum,
    registry: noJobs(),
    openJob(upstream, { networkWork, ...facts }) {
      const job = upstream as UpstreamJob<EthereumWork>;
      const height = heightOf(job.work.seed);
      if (height === undefined) throw new Error('its seed is of no epoch');
      return openRelayedEthereumJob(job, { ...facts, height, leastWork, networkWork: required(networkWork) });
    },
    hashOf: () => undefined,
    verifierInput: (input) => (input as RelayedEthereumInput).ethash,
    proven(verdict, { found }) {
      const { mix, hash } = verdict as EthashVerdict;
      const right = Buffer.from(mix).toString('hex');
      const { free, mix: claimed } = found as EthereumFound;
      if (claimed !== '' && claimed !== right) return 'wrong-proof';
      const proven: EthereumFound = { free, mix: right };
      return { hash: hash.toReversed(), found: proven };
    },
  };
}

/** Miners of Conflux search one hash: a share takes this many hashes at least, unless the other pool asks for less. */
const leastOctopusWork = 2n ** 28n;

/**
 * Miners of one layout are given headers, and the beginning of each nonce: it is the verifier that says what a share hashes to.
 *
 * @param leastShared where all miners of all connections search the same: what a share takes at least
 */
export function headerRelay(layout: RelayedLayout, leastShared?: bigint): RelayFamily {
  const { own } = layout;
  return {
    dialects: [defineRelayedDialect(layout)],
    registry: noJobs(),
    openJob: (upstream, { price: known, easiestTarget, verifies: _verifies, ...facts }) => {
      const { scale, networkWork } = facts;
      if (leastShared === undefined) return openRelayedHeader(layout, upstream, facts);
      const counted = easiestTarget > upstream.target ? easiestTarget : upstream.target;
      const terms = { scale, networkWork: required(networkWork), leastWork: leastShared };
      return openRelayedHeader(layout, upstream, { ...facts, price: known ?? sharedPrice(counted, terms) });
    },
    hashOf: () => undefined,
    verifierInput: (input) => (input as RelayedHeaderInput).proof,
    nothingIsFalse: true,
    proven(verdict, { found, job }) {
      if (verdict === undefined) return 'wrong-proof';
      const hash =
        layout.hashOf === undefined
          ? own.hashOf(verdict, job as OpenRelayedHeader)
          : layout.hashOf(verdict, found);
      if (hash === undefined) return 'wrong-proof';
      return typeof hash === 'string' ? hash : { hash, found };
    },
  };
}

/** A job without it is not opened. */
function required(networkWork: bigint | undefined): bigint {
  if (networkWork === undefined) throw new Error('nothing says what a block takes');
  return networkWork;
}

const families: ReadonlyMap<string, RelayFamily> = new Map<string, RelayFamily>([
  ['sha256', bitcoinRelay],
  ['scrypt', bitcoinRelay],
  ['ghostrider', bitcoinRelay],
  ['randomx', moneroRelay],
  ['equihash', zcashRelay],
  ['ethash', ethereumRelay(ethashHeight)],
  ['etchash', ethereumRelay(etchashHeight)],
  ...[...headerAlgorithms].map(
    ([code, { layout }]) =>
      [code, headerRelay(layout, code === 'octopus' ? leastOctopusWork : undefined)] as const,
  ),
]);

/** @throws Error for an algorithm whose work is not taken from other pools */
export function relayFamilyOf(algorithm: string): RelayFamily {
  const family = families.get(algorithm);
  if (family === undefined) throw new Error(`work of ${algorithm} is not taken from other pools`);
  return family;
}
