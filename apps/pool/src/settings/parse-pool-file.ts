import { LineCounter, parseDocument } from 'yaml';
import { offeredChains, offeredMerged } from '../adapters/chains/offered-chains.ts';
import { type Network, networkOfKind } from '../domain/kernel/network-of-kind.ts';
import type { OfferedChain } from '../adapters/chains/nodes/offered-chain.ts';
import { evmEntriesOf, type EvmEntry, evmFaults } from './evm-settings.ts';
import { isNodePoolKind, type NodePoolKind, nodePoolKinds } from '../domain/kernel/pool-kind.ts';
import type { WalletFloat } from '../domain/kernel/wallet-float.ts';
import { type ExchangeRailEntry, exchangeRailFaults, exchangeRailOf } from './exchange-rail-settings.ts';
import { floatFaults, floatsOf } from './float-settings.ts';
import { lineOfPath } from './line-of-path.ts';
import { chainFault } from './chain-fault.ts';
import { type MoneroEntry, moneroEntryOf, moneroFaults } from './monero-settings.ts';
import { type SolanaEntry, solanaEntryOf, solanaFaults } from './solana-settings.ts';
import type { Fault, Path } from './pool-file-fault.ts';
import type { FileContent } from './pool-file-schema.ts';
import { type RailEntry, railFaults, railsOf } from './rail-settings.ts';
import { rateEntriesOf, type RateEntry, rateFaults } from './rate-settings.ts';
import { realPoolFaults } from './real-pool-faults.ts';
import { publisherOf } from './publisher-of.ts';
import { reachFaults, walletFaults } from './reach-faults.ts';
import { schemaFaults } from './schema-faults.ts';
import { statementFaults } from './statement-settings.ts';
import { type TronEntry, tronEntryOf, tronFaults } from './tron-settings.ts';
import { type XrpEntry, xrpEntryOf, xrpFaults } from './xrp-settings.ts';
import { type UpstreamEntry, upstreamFaults, upstreamsOf } from './upstream-settings.ts';

/** What a pool on nodes of its operator is made of: the content of `openlode.yaml`. */
export interface NodePool {
  /** Test networks, or money: of which networks everything else is. */
  readonly kind: NodePoolKind;
  readonly chains: readonly [NodeChain, ...NodeChain[]];
  /** Where payouts leave it; nothing is paid without any. */
  readonly rails: readonly RailEntry[];
  /** EVM networks that are paid on; none where it is left out. */
  readonly evm?: readonly EvmEntry[];
  /** What the wallets should have; none where it is left out. */
  readonly floats?: readonly WalletFloat[];
  /** Where XMR is paid; nowhere where it is left out. */
  readonly monero?: MoneroEntry;
  /** Where SOL is paid; nowhere where it is left out. */
  readonly solana?: SolanaEntry;
  /** Where XRP is paid; nowhere where it is left out. */
  readonly xrp?: XrpEntry;
  /** Where TRX is paid; nowhere where it is left out. */
  readonly tron?: TronEntry;
  /** Out of which account at an exchange other coins are paid; none where it is left out. */
  readonly exchangeRail?: ExchangeRailEntry;
  /** Who says what coins are worth; the sample rates where it is left out. */
  readonly rates?: readonly RateEntry[];
  /** Other pools that give work, or gave it; none where it is left out. */
  readonly upstreams?: readonly UpstreamEntry[];
}

/** A chain that is mined on nodes of the operator. */
export interface NodeChain {
  readonly coin: string;
  /** Every block pays to it. */
  readonly address: string;
  /** Text in the coinbase of every block. */
  readonly tag: string;
  readonly nodes: readonly NodeEntry[];
  /** Wallets that watch the address, where its nodes have none; none where it is left out. */
  readonly wallets?: readonly WalletEntry[];
  /** Chains that are mined together with it; none where it is left out. */
  readonly merged?: readonly MergedChain[];
  /** False where its nodes are there for payouts alone. */
  readonly mined?: false;
}

/** A chain whose blocks the work of another one may be as well. */
export type MergedChain = Pick<NodeChain, 'coin' | 'address' | 'nodes'>;

export interface NodeEntry {
  readonly name: string;
  readonly url: URL;
  /** A file with `user:password` in one line, such as the node's own cookie; read again whenever the node refuses it. Undefined for nodes that ask for none. */
  readonly loginFile?: string;
  /** Where the node publishes new blocks by ZeroMQ; without it the pool looks at its newest block several times a second. */
  readonly zmq?: { readonly host: string; readonly port: number };
  /** Where its wallets answer, with the same login; under the node's own address where it is left out. */
  readonly walletUrl?: URL;
}

/** How a wallet is reached: as a node, without a publisher. */
export type WalletEntry = Pick<NodeEntry, 'name' | 'url' | 'loginFile'>;

/** What is wrong in the file; line 0 where it is in none. */
export interface PoolFileFault {
  readonly line: number;
  readonly fault: string;
}

export type PoolFileReading =
  | { readonly kind: 'pool'; readonly pool: NodePool }
  | { readonly kind: 'faults'; readonly faults: readonly PoolFileFault[] };

type FileNode = FileContent['chains'][number]['nodes'][number];
const usualTag = '/Openlode/';

/**
 * Reads `openlode.yaml`: everything that is wrong with it, by line, or the pool.
 *
 * @param resolvePath makes a path absolute; one in the file is taken from the file's folder
 */
export function parsePoolFile(text: string, resolvePath: (path: string) => string): PoolFileReading {
  const lines = new LineCounter();
  // A key that stands twice is an error, and an alias can make a small file large.
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  if (document.errors.length > 0)
    return {
      kind: 'faults',
      faults: document.errors.map(({ message, linePos }) => ({
        line: linePos?.[0].line ?? 0,
        fault: message.split('\n')[0]?.replace(/ at line .*$/, '') ?? 'no YAML',
      })),
    };
  let content: unknown;
  try {
    content = document.toJS({ maxAliasCount: 20 });
  } catch (error) {
    return { kind: 'faults', faults: [{ line: 0, fault: (error as Error).message }] };
  }
  const found = [...schemaFaults(content)];
  const faults = found.length > 0 ? found : ruleFaults(content as FileContent);
  if (faults.length > 0)
    return {
      kind: 'faults',
      faults: faults
        .map(({ path, fault }) => ({ line: lineOfPath(document, lines, path), fault }))
        .toSorted((left, right) => left.line - right.line),
    };
  const { kind, ...parts } = content as FileContent;
  // Checked with the file.
  if (!isNodePoolKind(kind)) throw new Error(`${kind} is no kind of pool`);
  return { kind: 'pool', pool: poolOf(parts, kind, resolvePath) };
}

function ruleFaults(content: FileContent): Fault[] {
  const { kind, chains } = content;
  // Of which networks its addresses have to be is not known.
  if (!isNodePoolKind(kind))
    return [
      {
        path: ['kind'],
        fault: `kind is ${kind}, but the kinds of this release are: ${nodePoolKinds.join(', ')}`,
      },
    ];
  const network = networkOfKind(kind);
  return [
    ...chains.flatMap((_chain, index) => chainFaults(chains, index, network)),
    ...railFaults(content, network),
    ...evmFaults(content),
    ...upstreamFaults(content),
    ...statementFaults(content.upstreams ?? []),
    ...floatFaults(content, network),
    ...moneroFaults(content),
    ...solanaFaults(content),
    ...xrpFaults(content),
    ...tronFaults(content),
    ...exchangeRailFaults(content),
    ...rateFaults(content),
    ...(kind === 'real' ? realPoolFaults(content) : []),
  ];
}

const algorithmOf = (coin: string) => offeredChains.find(({ asset }) => asset === coin)?.algorithm;

function chainFaults(chains: FileContent['chains'], index: number, network: Network): Fault[] {
  const { coin, address, nodes, wallets = [] } = chains[index] as FileContent['chains'][number];
  const path = ['chains', index];
  const faults: Fault[] = [];
  const offered = offeredChains.find(({ asset }) => asset === coin);
  if (offered === undefined) faults.push({ path: [...path, 'coin'], fault: chainFault(coin) });
  const addressFault = offered?.addressFault(network, address);
  if (addressFault !== undefined) faults.push({ path: [...path, 'address'], fault: addressFault });
  if (chains.findIndex((each) => each.coin === coin) < index)
    faults.push({ path: [...path, 'coin'], fault: `${coin} stands in the file twice` });
  const rival = chains
    .slice(0, index)
    .find((each) => each.coin !== coin && algorithmOf(each.coin) === offered?.algorithm);
  if (offered !== undefined && rival !== undefined)
    faults.push({
      path: [...path, 'coin'],
      fault: `${coin} and ${rival.coin} are both mined by ${offered.algorithm}: a pool mines one chain of an algorithm`,
    });
  if (wallets.length > 0 && offered !== undefined && offered.askWallet === undefined)
    faults.push({ path: [...path, 'wallets'], fault: `wallets of ${coin} are those of its nodes` });
  return [
    ...faults,
    ...nodeFaults(coin, offered, nodes, path),
    ...reachFaults(`wallets of ${coin}`, wallets, [...path, 'wallets']),
    ...mergedFaults(chains, index, network),
  ];
}

/**
 * A longer tag and what a coinbase carries for other chains do not fit the hundred bytes of its script: height 4, commitment 45, free bytes
 * 25 and the tag's length 1.
 */
const mergedTagMax = 25;

function mergedFaults(chains: FileContent['chains'], index: number, network: Network): Fault[] {
  const { coin: parent, tag, merged = [] } = chains[index] as FileContent['chains'][number];
  const path = ['chains', index];
  const faults: Fault[] = [];
  if (merged.length > 0 && tag !== undefined && tag.length > mergedTagMax)
    faults.push({
      path: [...path, 'tag'],
      fault: `tag must have at most ${mergedTagMax} characters where chains are mined together`,
    });
  const before = chains.flatMap(({ coin, merged: others = [] }, place) => [
    coin,
    ...(place < index ? others.map((each) => each.coin) : []),
  ]);
  for (const [at, { coin, address, nodes }] of merged.entries()) {
    const here = [...path, 'merged', at];
    const offered = offeredMerged.find((each) => each.asset === coin && each.parent === parent);
    if (offered === undefined) {
      const all = offeredMerged.filter((each) => each.parent === parent).map(({ asset }) => asset);
      faults.push({
        path: [...here, 'coin'],
        fault: `coin is ${coin}, but the chains that this release mines together with ${parent} are: ${all.join(', ') || 'none'}`,
      });
    }
    if ([...before, ...merged.slice(0, at).map((each) => each.coin)].includes(coin))
      faults.push({ path: [...here, 'coin'], fault: `${coin} stands in the file twice` });
    const addressFault = offered?.addressFault(network, address);
    if (addressFault !== undefined) faults.push({ path: [...here, 'address'], fault: addressFault });
    faults.push(...nodeFaults(coin, offered, nodes, here));
  }
  return faults;
}

function nodeFaults(
  coin: string,
  offered: Pick<OfferedChain, 'login'> | undefined,
  nodes: FileContent['chains'][number]['nodes'],
  path: Path,
): Fault[] {
  const faults: Fault[] = [
    ...reachFaults(`nodes of ${coin}`, nodes, [...path, 'nodes']),
    ...walletFaults(coin, nodes, [...path, 'nodes']),
  ];
  for (const [at, { login, zmq }] of nodes.entries()) {
    const here = [...path, 'nodes', at];
    if (offered?.login === 'basic' && login === undefined)
      faults.push({ path: here, fault: `${here.join('.')} lacks login` });
    if (zmq !== undefined && publisherOf(zmq).port > 65_535)
      faults.push({ path: [...here, 'zmq'], fault: `zmq has no port: ${zmq}` });
  }
  return faults;
}

type FileParts = Omit<FileContent, 'kind'>;

function poolOf(
  { chains, rails, evm, monero, solana, xrp, tron, exchangeRail, floats, rates, upstreams }: FileParts,
  kind: NodePoolKind,
  resolvePath: (path: string) => string,
): NodePool {
  const reachOf = ({ name, url, login }: Omit<FileNode, 'zmq' | 'walletUrl'>): WalletEntry => ({
    name,
    url: new URL(url),
    ...(login === undefined ? {} : { loginFile: resolvePath(login) }),
  });
  const nodesOf = (nodes: readonly FileNode[]): NodeEntry[] =>
    nodes.map(({ zmq, walletUrl, ...node }) => ({
      ...reachOf(node),
      ...(walletUrl === undefined ? {} : { walletUrl: new URL(walletUrl) }),
      ...(zmq === undefined ? {} : { zmq: publisherOf(zmq) }),
    }));
  const read = chains.map(
    ({ coin, address, tag = usualTag, nodes, wallets, merged, mined }): NodeChain => ({
      coin,
      address,
      tag,
      nodes: nodesOf(nodes),
      ...(wallets && { wallets: wallets.map(reachOf) }),
      ...(merged && { merged: merged.map((each) => ({ ...each, nodes: nodesOf(each.nodes) })) }),
      ...(mined === false && { mined }),
    }),
  );
  return {
    kind,
    chains: read as [NodeChain, ...NodeChain[]],
    rails: railsOf({ rails }, kind, resolvePath, nodesOf),
    ...(evm && { evm: evmEntriesOf({ evm }, kind, resolvePath, reachOf) }),
    ...(floats && { floats: floatsOf({ floats }, networkOfKind(kind)) }),
    ...(monero && { monero: moneroEntryOf(monero, kind, resolvePath, reachOf) }),
    ...(solana && { solana: solanaEntryOf(solana, kind, resolvePath, reachOf) }),
    ...(xrp && { xrp: xrpEntryOf(xrp, resolvePath, reachOf) }),
    ...(tron && { tron: tronEntryOf(tron, resolvePath, reachOf) }),
    ...(exchangeRail && { exchangeRail: exchangeRailOf(exchangeRail, resolvePath) }),
    ...(rates && { rates: rateEntriesOf(rates, resolvePath) }),
    ...(upstreams && { upstreams: upstreamsOf({ upstreams }, resolvePath) }),
  };
}
