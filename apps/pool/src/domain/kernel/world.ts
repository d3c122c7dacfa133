import type { AskProof } from '../../runtime/proof-of-work/pow-verifier.ts';
import type { Arrivals } from './arrivals.ts';
import type { Chain } from './chain.ts';
import { kindOfPool, type PoolKind } from './pool-kind.ts';
import type { FeeFollower } from './fee-follower.ts';
import type { NetworkNow } from './network-now.ts';
import type { BlockWitnesses } from './relayed-block.ts';
import type { Rails } from './rails.ts';
import type { Rates } from './rates.ts';
import type { StatementSource } from './statement.ts';
import type { UpstreamTerms } from './upstream-terms.ts';
import type { Wallet } from './wallet.ts';
import type { WalletFloat } from './wallet-float.ts';
import type { Yields } from './yields.ts';

/** A chain that miners work on here. */
export interface WorkSource {
  readonly chain: Chain;
  /** Where another pool gives the work instead: the chain then only stands for it, and finds no block. */
  readonly upstream?: UpstreamTerms;
  /** Other pools that give the work while the one above does not, in the order in which they are taken; none where it is left out. */
  readonly fallbacks?: readonly UpstreamTerms[];
  /** The least work of a share on its ports, in expected hashes. */
  readonly lightestShare: bigint;
  /** Chains whose blocks its work may be as well (`BitcoinTemplate.merged`); none where it is left out. */
  readonly merged?: readonly Chain[];
}

/** What stands for the world outside: where work comes from, where money leaves, and what the market says. */
export interface World {
  /** At most one for each algorithm. */
  readonly sources: readonly WorkSource[];
  /** Chains without miners on this pool's ports; their rounds are advanced like all others. */
  readonly simulated: readonly Chain[];
  /** The same on the operator's nodes, that are there for payouts alone; none where it is left out. */
  readonly followed?: readonly Chain[];
  /** Other pools whose payments are credited, those among them that give no work any more; none where it is left out. */
  readonly upstreams?: readonly UpstreamTerms[];
  /** What those pools say of our accounts with them; none where it is left out. */
  readonly statements?: readonly StatementSource[];
  /** Of a coin's next block. Left out of a world without nodes, undefined while none says it. */
  readonly networkOf?: (coin: string) => NetworkNow | undefined;
  /** Our own nodes, asked for blocks of other pools; none where it is left out. */
  readonly witnesses?: BlockWitnesses;
  /** Whether money has come into a wallet; of a world without nodes nothing can be said. */
  readonly arrivals?: Arrivals;
  /** By algorithm: whose proofs of work nodes calculate, because this machine cannot. */
  readonly asked?: ReadonlyMap<string, AskProof>;
  readonly rails: Rails;
  /** Whose least payment follows what the network takes; none where it is left out. */
  readonly followers?: readonly FeeFollower[];
  readonly wallet: Wallet;
  /** What the wallets should have; none where it is left out. */
  readonly floats?: readonly WalletFloat[];
  readonly rates: Rates;
  readonly yields: Yields;
  /** Money for one US dollar, by ISO 4217 code. */
  readonly fiatPerUsd: Readonly<Record<string, string>>;
}

/** The other pools that are to give work. */
export function givingUpstreamsOf({ sources }: Pick<World, 'sources'>): readonly UpstreamTerms[] {
  return sources.flatMap(({ upstream, fallbacks = [] }) => [
    ...(upstream === undefined ? [] : [upstream]),
    ...fallbacks,
  ]);
}

/** The chains that miners of this pool find blocks of. */
export function minedChainsOf({ sources }: Pick<World, 'sources'>): readonly Chain[] {
  return sources.flatMap(({ chain, merged = [], upstream }) =>
    upstream === undefined ? [chain, ...merged] : [],
  );
}

export function chainsOf({
  sources,
  simulated,
  followed = [],
}: Pick<World, 'sources' | 'simulated' | 'followed'>): readonly Chain[] {
  return [...minedChainsOf({ sources }), ...followed, ...simulated];
}

/** Throws `SandboxWall` where parts of different kinds are mixed. */
export function kindOfWorld(
  world: Pick<World, 'sources' | 'simulated' | 'followed' | 'rails' | 'rates'>,
): PoolKind {
  const relayed = world.sources.flatMap(({ chain, upstream }) => (upstream === undefined ? [] : [chain]));
  return kindOfPool([...world.rails.all, ...chainsOf(world), ...relayed], world.rates);
}
