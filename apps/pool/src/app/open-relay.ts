import { type UpstreamTerms, upstreamChainName } from '../domain/kernel/upstream-terms.ts';
import { protocolOf } from '../edges/stratum/protocols.ts';
import { type RelayFamily, relayFamilyOf } from '../edges/stratum/relay-family.ts';
import { RelayedFeed, type RelayedFeedOptions } from '../edges/stratum/relayed-feed.ts';
import type { MiningParts } from './mining-parts.ts';
import { type OfferedRelay, scaleOf, type UpstreamGroup } from './open-relays.ts';

export interface OpenRelay {
  readonly upstream: string;
  readonly group: UpstreamGroup;
  readonly family: RelayFamily;
  readonly feed: RelayedFeed;
}

/** Connects to the pool that gives the work of an algorithm. */
export function openRelay(
  { name, algorithm, coin }: UpstreamTerms,
  { relays, proofs, log, recordRelayed }: Pick<MiningParts, 'relays' | 'proofs' | 'log' | 'recordRelayed'>,
): OpenRelay {
  const offered = relays?.get(name);
  if (offered === undefined) throw new Error(`nothing is offered that connects to the upstream ${name}`);
  const group = offered.open((block) => recordRelayed({ ...block, upstream: name, algorithm, coin }));
  const family = relayFamilyOf(algorithm);
  const feed = new RelayedFeed({
    source: group,
    family,
    upstream: name,
    chain: upstreamChainName(name),
    scale: scaleOf(algorithm),
    judge: judgeOf(algorithm, offered, proofs),
    networkWork: offered.networkWork,
    now: () => performance.now(),
    onFault: (err) => log.error({ err, upstream: name }, 'shares of an upstream pool cannot be judged'),
  });
  return { upstream: name, group, family, feed };
}

function judgeOf(
  algorithm: string,
  { verifies }: Pick<OfferedRelay, 'verifies'>,
  proofs: MiningParts['proofs'],
): RelayedFeedOptions['judge'] {
  return verifies ? (protocolOf(algorithm).openVerifier?.(proofs) ?? 'session') : 'upstream';
}
