import { randomBytes } from 'node:crypto';
import { sampleFiatPerUsd } from '@openlode/catalogue/sample-fiat';
import { createCalcPow } from '../adapters/chains/monero/calc-pow.ts';
import { type Network, networkOfKind } from '../domain/kernel/network-of-kind.ts';
import type { ChainOnNodes, NodeWatch } from '../adapters/chains/nodes/node-chain.ts';
import { subscribe } from '../adapters/chains/nodes/zmq-subscriber.ts';
import type { OfferedChain } from '../adapters/chains/nodes/offered-chain.ts';
import { offeredChain, offeredMergedChain } from '../adapters/chains/offered-chains.ts';
import { upstreamChain } from '../adapters/upstreams/upstream-chain.ts';
import { railRegistry } from '../adapters/rails/registry.ts';
import type { RailParts } from '../adapters/rails/offered-rails.ts';
import type { NodePoolKind } from '../domain/kernel/pool-kind.ts';
import type { Rates } from '../domain/kernel/rates.ts';
import { lightestShareOf } from './lightest-share.ts';
import { openStatements } from './open-statements.ts';
import { upstreamChainName } from '../domain/kernel/upstream-terms.ts';
import type { WorkSource, World } from '../domain/kernel/world.ts';
import type { AskProof } from '../runtime/proof-of-work/pow-verifier.ts';
import { randomxFault } from '../runtime/proof-of-work/randomx-library.ts';
import type { NodeChain, NodeEntry, NodePool } from '../settings/parse-pool-file.ts';
import type { UpstreamEntry } from '../settings/upstream-settings.ts';
import { feeFollowers } from './fee-followers.ts';
import { evmOnNodes, evmWatchesOf, openEvmRail } from './open-evm.ts';
import { type ExchangeRailParts, openExchangeRail } from './open-exchange-rail.ts';
import { moneroOnNodes, openMoneroRail } from './open-monero.ts';
import { openSolanaRail, solanaOnNodes } from './open-solana.ts';
import { arrivalsOnNodes, openRail, railsOnNodes, walletOnNodes } from './open-rails.ts';
import { openRpc } from './open-rpc.ts';
import { witnessesOnNodes } from './open-witnesses.ts';
import { openTronRail, tronOnNodes } from './open-tron.ts';
import { openXrpRail, xrpOnNodes } from './open-xrp.ts';

/** What an operator has to hear of the nodes. */
export interface NodeReports {
  /** Why a node gives no work; undefined once it does. */
  readonly onProblem: (chain: string, node: string, problem: string | undefined) => void;
  /** Why a node is not asked for proofs of work for a while, which this machine cannot calculate. */
  readonly onProofs: (chain: string, node: string, problem: string) => void;
  /** Why a node's publisher of new blocks (ZeroMQ) is not heard, the pool looks at its newest block meanwhile; undefined once it is. */
  readonly onPublisher: (chain: string, node: string, problem: string | undefined) => void;
  /** A node said something else of a block than the one that took it first. */
  readonly onLateVerdict: (chain: string, hash: string, node: string, said: string) => void;
}

export interface NodeWorldOptions extends NodeReports {
  readonly rates: Rates;
  /** What rails are built with beside their nodes. */
  readonly railParts: Omit<RailParts, 'nodes'>;
  readonly exchangeRailParts: ExchangeRailParts;
  readonly onOpen: (part: string, close: () => Promise<void>) => void;
}

/** Rates between currencies of states are samples, and money is not shown by them. */
const dollarsAlone = { USD: '1' } as const;

/**
 * A world of chains on the operator's own nodes. Paid is where the file names a rail; without any nothing is held to be there, and the pool
 * says so instead of pretending.
 */
export async function openNodeWorld(
  pool: NodePool,
  options: NodeWorldOptions,
  faultOfRandomx: () => string | undefined = randomxFault,
): Promise<World> {
  const opened = pool.chains.map((chain) => {
    const open = {
      ...openChain(chain, pool.kind, options),
      coin: chain.coin,
      isMined: chain.mined !== false,
    };
    for (const each of [open.parent, ...open.merged])
      options.onOpen(`chain ${each.name}`, () => each.close());
    return open;
  });
  const rails = railsOnNodes(pool);
  for (const rail of rails) options.onOpen(`rail of ${rail.entry.coin}`, async () => rail.close());
  const evm = await evmOnNodes(pool);
  for (const each of evm) options.onOpen(`rail of ${each.entry.network}`, async () => each.close());
  const monero = moneroOnNodes(pool);
  if (monero !== undefined) options.onOpen('rail of XMR', async () => monero.close());
  const solana = solanaOnNodes(pool);
  if (solana !== undefined) options.onOpen('rail of SOL', async () => solana.close());
  const xrp = await xrpOnNodes(pool);
  if (xrp !== undefined) options.onOpen('rail of XRP', async () => xrp.close());
  const tron = tronOnNodes(pool);
  if (tron !== undefined) options.onOpen('rail of TRX', async () => tron.close());
  const others = { evm, monero, solana, xrp, tron };
  const mined = opened.filter(({ isMined }) => isMined);
  const { upstreams = [] } = pool;
  const watches = evmWatchesOf(evm, upstreams);
  for (const [network, watch] of watches)
    options.onOpen(`difficulty of ${network}`, async () => watch.close());
  return {
    sources: sourcesOf(pool.kind, mined, upstreams),
    simulated: [],
    followed: opened.filter(({ isMined }) => !isMined).flatMap(({ parent, merged }) => [parent, ...merged]),
    upstreams,
    statements: openStatements(upstreams, options.onOpen),
    networkOf: (coin) =>
      opened.find((each) => each.coin === coin)?.parent.networkNow() ?? watches.get(coin)?.networkNow(),
    witnesses: witnessesOnNodes(pool, rails, options.onOpen),
    arrivals: arrivalsOnNodes(rails, others),
    ...(faultOfRandomx() === undefined ? {} : askedOf(pool, options)),
    rails: railRegistry([
      ...rails.map((rail) => openRail(rail, options.railParts)),
      ...evm.map((each) => openEvmRail(each, options.railParts)),
      ...(monero === undefined ? [] : [openMoneroRail(monero, options.railParts)]),
      ...(solana === undefined ? [] : [openSolanaRail(solana, options.railParts)]),
      ...(xrp === undefined ? [] : [openXrpRail(xrp, options.railParts)]),
      ...(tron === undefined ? [] : [openTronRail(tron, options.railParts)]),
      ...openExchangeRail(pool, options.exchangeRailParts),
    ]),
    followers: feeFollowers(pool),
    wallet: walletOnNodes(pool, rails, others),
    ...(pool.floats && { floats: pool.floats }),
    rates: options.rates,
    yields: {
      networksOf: (algorithm) => {
        const chains = opened.filter(({ parent }) => parent.algorithm === algorithm);
        return firstChains(chains, upstreams, algorithm).flatMap(({ parent }) => parent.yieldNow() ?? []);
      },
    },
    fiatPerUsd: pool.kind === 'real' ? dollarsAlone : sampleFiatPerUsd,
  };
}

/** For each algorithm its nodes, and then its upstreams in the order of the file; the first upstream where there are no nodes. */
function sourcesOf(
  kind: NodePoolKind,
  mined: readonly { readonly parent: ChainOnNodes; readonly merged: readonly ChainOnNodes[] }[],
  upstreams: readonly UpstreamEntry[],
): readonly WorkSource[] {
  const giving = upstreams.filter(({ ended }) => !ended);
  const ofAlgorithm = (code: string): readonly UpstreamEntry[] =>
    giving.filter(({ algorithm }) => algorithm === code);
  const onNodes = mined.map(({ parent: chain, merged }): WorkSource => {
    const fallbacks = ofAlgorithm(chain.algorithm);
    const lightestShare = lightestShareOf(kind, chain.algorithm);
    return { chain, merged, lightestShare, ...(fallbacks.length > 0 && { fallbacks }) };
  });
  const codes = new Set(giving.map(({ algorithm }) => algorithm));
  for (const { chain } of onNodes) codes.delete(chain.algorithm);
  const relayed = [...codes].flatMap((code): WorkSource[] => {
    const [upstream, ...fallbacks] = ofAlgorithm(code);
    if (upstream === undefined) return [];
    const chain = upstreamChain(upstreamChainName(upstream.name), code, kind);
    return [
      {
        chain,
        upstream,
        lightestShare: lightestShareOf(kind, code),
        ...(fallbacks.length > 0 && { fallbacks }),
      },
    ];
  });
  return [...onNodes, ...relayed];
}

/**
 * What the first source of an algorithm mines: its nodes, or else the coin of its first upstream. A share earns from one source, so that the
 * coins of all must not be added up. What a share of another pool's work is worth is what one of its coin's chain is; what that pool keeps is
 * not taken off.
 */
export function firstChains<Opened extends { readonly coin: string; readonly isMined: boolean }>(
  chains: readonly Opened[],
  upstreams: readonly Pick<UpstreamEntry, 'coin' | 'algorithm' | 'ended'>[],
  algorithm: string,
): readonly Opened[] {
  const mined = chains.filter(({ isMined }) => isMined);
  if (mined.length > 0) return mined;
  const first = upstreams.find((each) => !each.ended && each.algorithm === algorithm);
  return chains.filter(({ coin }) => coin === first?.coin);
}

function openChain(
  chain: NodeChain,
  kind: NodePoolKind,
  options: NodeWorldOptions,
): { readonly parent: ChainOnNodes; readonly merged: readonly ChainOnNodes[] } {
  const offered = offeredChain(chain.coin);
  const network = networkOfKind(kind);
  const settings = { ...chain, network };
  const watch = watchOf({ ...chain, network }, offered, options);
  if (chain.merged === undefined || offered.openMerged === undefined)
    return { parent: offered.open(settings, watch, randomBytes), merged: [] };
  return offered.openMerged(
    settings,
    watch,
    chain.merged.map((each) => ({
      coin: each.coin,
      address: each.address,
      watch: watchOf({ ...each, network }, offeredMergedChain(each.coin), options),
    })),
  );
}

function watchOf(
  {
    coin,
    network,
    nodes,
    wallets,
  }: Pick<NodeChain, 'coin' | 'nodes' | 'wallets'> & {
    readonly network: Network;
  },
  offered: Pick<OfferedChain, 'path' | 'tipTopic' | 'login'>,
  options: NodeWorldOptions,
): NodeWatch {
  return {
    nodes: nodes.map((node) => ({
      name: node.name,
      rpc: openRpc(offered, node),
      followTips: tipsOf(`${coin} ${network}`, offered, node, options),
    })),
    ...(wallets && {
      wallets: wallets.map((wallet) => ({ name: wallet.name, rpc: openRpc(offered, wallet) })),
    }),
    now: () => performance.now(),
    onProblem: (node, problem) => options.onProblem(`${coin} ${network}`, node, problem),
    onLateVerdict: (hash, { node, verdict }) => {
      // One that has it too says nothing new.
      if (!('why' in verdict)) return;
      options.onLateVerdict(`${coin} ${network}`, hash, node, verdict.why);
    },
  };
}

/** Nodes of Monero calculate RandomX for a machine that has no library for it, some ten hashes a second. */
function askedOf({ kind, chains }: NodePool, { onOpen, onProofs }: NodeWorldOptions): Pick<World, 'asked'> {
  const chain = chains.find(({ coin }) => offeredChain(coin).algorithm === 'randomx');
  if (chain === undefined) return {};
  const { coin } = chain;
  const nodes = chain.nodes.map((node) => ({ name: node.name, rpc: openRpc(offeredChain(coin), node) }));
  onOpen(`proofs of work by nodes of ${coin}`, async () => {
    for (const { rpc } of nodes) rpc.close();
  });
  const ask = createCalcPow({
    nodes,
    now: () => performance.now(),
    onProblem: (node, problem) => onProofs(`${coin} ${networkOfKind(kind)}`, node, problem),
  });
  return { asked: new Map([['randomx', ask as AskProof]]) };
}

/** Where the settings name a publisher; what it says besides that there is a new block is left to the node itself. */
function tipsOf(
  chain: string,
  { tipTopic }: Pick<OfferedChain, 'tipTopic'>,
  { name, zmq }: NodeEntry,
  { onPublisher }: NodeWorldOptions,
): ((look: () => void) => () => void) | undefined {
  if (zmq === undefined) return undefined;
  return (look) =>
    subscribe({
      ...zmq,
      topic: tipTopic,
      onMessage: look,
      onState: (problem) => onPublisher(chain, name, problem),
    });
}
