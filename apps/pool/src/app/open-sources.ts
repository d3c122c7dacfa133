import type { WorkSource } from '../domain/kernel/world.ts';
import type { JobFeed } from '../edges/stratum/job-feed.ts';
import type { ListenedSource } from '../edges/stratum/listener-options.ts';
import type { RelayedOf } from '../edges/stratum/open-batches.ts';
import { protocolOf } from '../edges/stratum/protocols.ts';
import type { RelayedFeed } from '../edges/stratum/relayed-feed.ts';
import type { ShareAccumulator } from '../edges/stratum/share-accumulator.ts';
import { VerifierLoad } from '../edges/stratum/verifier-load.ts';
import type { MiningParts } from './mining-parts.ts';
import { type OpenRelay, openRelay } from './open-relay.ts';

/** A source of work that is open: what its ports need, but their rules. */
export interface OpenSource extends Omit<ListenedSource, 'rules'> {
  /** The chain, or the other pool as the settings name it. */
  readonly name: string;
  /** Where it is another pool. */
  readonly relay: OpenRelay | undefined;
}

/** Opens every source of an algorithm's work, in their order, each with what becomes of its shares. */
export function openSources(
  { chain, upstream, fallbacks = [] }: WorkSource,
  parts: MiningParts,
  accumulator: ShareAccumulator,
): readonly [OpenSource, ...OpenSource[]] {
  const { algorithm } = chain;
  const relayed = (terms: NonNullable<typeof upstream>): OpenSource => {
    const relay = openRelay(terms, parts);
    closeLater(`${algorithm} of ${terms.name}`, relay.feed, parts);
    return {
      name: terms.name,
      relay,
      feed: relay.feed,
      seats: relay.feed,
      dialects: relay.family.dialects,
      accumulator: recordsOf(accumulator, relay.feed),
      verifier: relay.feed.verifier,
      // What the session has hashed already leaves a verifier nothing to do.
      ...(relay.feed.verifier.verifyNow === undefined && { load: new VerifierLoad(relay.feed.verifier) }),
    };
  };
  const first = upstream === undefined ? ownSource(chain, parts, accumulator) : relayed(upstream);
  return [first, ...fallbacks.map(relayed)];
}

function ownSource(
  chain: WorkSource['chain'],
  parts: MiningParts,
  accumulator: ShareAccumulator,
): OpenSource {
  const { algorithm, name } = chain;
  const protocol = protocolOf(algorithm);
  const feed = protocol.openFeed({ chain, ...parts.tuning?.feed });
  closeLater(algorithm, feed, parts);
  const verifier = protocol.openVerifier?.(parts.proofs);
  return {
    name,
    relay: undefined,
    feed,
    dialects: protocol.dialects,
    accumulator,
    ...(verifier === undefined ? {} : { verifier, load: new VerifierLoad(verifier) }),
  };
}

function closeLater(what: string, feed: JobFeed, { extranonces, order }: MiningParts): void {
  // Sessions whose number was taken away get another one with a job of its own, and not half a minute later.
  const stopRenewing = extranonces.onBegin(() => feed.renew());
  order.add(`job feed ${what}`, () => {
    stopRenewing();
    feed.close();
  });
}

/** Where the shares of another pool's work go: what that pool pays is shared by these, and by no others. */
export function recordsOf(
  accumulator: ListenedSource['accumulator'],
  feed: Pick<RelayedFeed, 'relayed'>,
): ListenedSource['accumulator'] {
  const relayed: RelayedOf = () => feed.relayed;
  return {
    add: (login, work, at) => accumulator.add(login, work, at, relayed),
    writeShares: () => accumulator.writeShares(),
    reject: (login, reason, at) => accumulator.reject(login, reason, at, relayed),
    accepting: () => accumulator.accepting(),
    flush: () => accumulator.flush(),
  };
}

/** What the ports of a source are given. */
export function listened({
  name: _name,
  relay: _relay,
  ...source
}: OpenSource): Omit<ListenedSource, 'rules'> {
  return source;
}
