import { type DifficultyScale, meetsTarget, targetBytes, targetOfWork } from '../../core/difficulty.ts';
import { ShareMemory } from '../../core/duplicates.ts';
import type { ShareTerms } from '../../core/judge-share.ts';
import type { UpstreamJob } from '../../upstream/client-dialect.ts';
import { bytesOf } from '../../upstream/read-terms.ts';
import { nameless, type RelayedOpenJob } from '../../upstream/relayed-share.ts';
import { priceOfTheirs, sharedPrice } from '../../upstream/shared-price.ts';
import type { EthereumWork } from './ethereum-client.ts';
import type { OpenEthereumJob } from './jobs.ts';

/** A job of another pool in the layouts of Ethereum's Stratum. */
export interface OpenRelayedEthereumJob extends OpenEthereumJob, RelayedOpenJob<EthereumWork> {
  readonly job: OpenEthereumJob['job'];
  readonly price: ShareTerms;
  /** Whether a verifier of ours judges its shares. */
  readonly verifies: boolean;
  /** The highest hash that is worth anything to a miner or to the other pool, least significant byte first. */
  readonly limit: Uint8Array;
}

export interface RelayedEthereumFacts {
  /** Ours, that no other job of any upstream has. */
  readonly id: string;
  readonly clean: boolean;
  readonly number: number;
  readonly chain: string;
  readonly scale: DifficultyScale;
  /** Of a block of its epoch. */
  readonly height: number;
  /** Expected hashes for a block of its network, which such a pool does not say. */
  readonly networkWork: bigint;
  readonly verifies: boolean;
  /** What a share takes at least, unless the other pool asks for less. */
  readonly leastWork: bigint;
  /** What shares of the same content count since it came first. */
  readonly price: ShareTerms | undefined;
  /** What the connection to that pool counts which asks for least: of a content that comes first a share is an eighth of this. */
  readonly easiestTarget: bigint;
}

/** @throws Error where its header or its seed is none, which its client does not let through */
export function openRelayedEthereumJob(
  upstream: UpstreamJob<EthereumWork>,
  {
    number,
    height,
    networkWork,
    scale,
    verifies,
    leastWork,
    price: known,
    easiestTarget,
    ...job
  }: RelayedEthereumFacts,
): OpenRelayedEthereumJob {
  const { header, seed } = upstream.work;
  const [headerHash, seedHash] = [bytesOf(header), bytesOf(seed)];
  if (headerHash === undefined || seedHash === undefined)
    throw new Error('a header and a seed have 32 bytes');
  const networkTarget = targetOfWork(networkWork, scale);
  const theirs = targetBytes(upstream.target);
  // Without a verifier nothing is divided: each connection has what it asks for.
  const counted = verifies && easiestTarget > upstream.target ? easiestTarget : upstream.target;
  const fresh = verifies
    ? sharedPrice(counted, { scale, networkWork, leastWork })
    : priceOfTheirs(counted, scale);
  const price = verifies && known !== undefined ? known : fresh;
  return {
    job: { ...job, height, networkTarget, networkWork, headerHash, seedHash, blockHash: nameless },
    number,
    upstream,
    header,
    seed,
    networkTarget: targetBytes(networkTarget),
    shareWorkMax: price.work,
    accepted: new ShareMemory(),
    price,
    verifies,
    limit: meetsTarget(price.target, theirs) ? theirs : price.target,
  };
}
