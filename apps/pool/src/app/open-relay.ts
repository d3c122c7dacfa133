import { type UpstreamTerms, upstreamChainName } from '../domain/kernel/upstream-terms.ts';
import { protocolOf } from '../edges/stratum/protocols.ts';
import { RelayedFeed } from '../edges/stratum/relayed-feed.ts';
import type { MiningParts } from './mining-parts.ts';
import { scaleOf, type UpstreamGroup } from './open-relays.ts';

export interface OpenRelay {
  readonly upstream: string;
  readonly group: UpstreamGroup;
  readonly feed: RelayedFeed;
}

/** Connects to the pool that gives the work of an algorithm. */
export function openRelay(
  { name, algorithm }: UpstreamTerms,
  { relays, proofs }: Pick<MiningParts, 'relays' | 'proofs'>,
): OpenRelay {
  const offered = relays?.get(name);
  if (offered === undefined) throw new Error(`nothing is offered that connects to the upstream ${name}`);
  const group = offered.open();
  const feed = new RelayedFeed({
    source: group,
    upstream: name,
    chain: upstreamChainName(name),
    scale: scaleOf(algorithm),
    verifier: protocolOf(algorithm).openVerifier?.(proofs),
    now: () => performance.now(),
  });
  return { upstream: name, group, feed };
}
