import { parseAmount } from '@openlode/money/amount';
import { offeredRail, offeredRails } from '../adapters/rails/offered-rails.ts';
import { whyNotPaid } from '../adapters/rails/why-not-paid.ts';
import { leastDepth, type Network } from '../domain/kernel/network-of-kind.ts';
import type { NodePoolKind } from '../domain/kernel/pool-kind.ts';
import { amountText, isFeeMax } from './file-amount.ts';
import type { Fault, Path } from './pool-file-fault.ts';
import type { FileContent } from './pool-file-schema.ts';
import { reachFaults, walletFaults } from './reach-faults.ts';
import { usualOf } from './usual-rails.ts';

/** Where payouts of a coin leave the pool: through wallets of the nodes of its chain, signed by another process. */
export interface RailEntry {
  readonly coin: string;
  /** The name of the wallet that watches, on each node. */
  readonly wallet: string;
  /** The path of the signer's socket. */
  readonly signer: string;
  /** Its nodes, and the address that change goes to, where they stand with the rail; left out where those of its chain are. */
  readonly place?: RailPlace;
  /** Own addresses beside the one that blocks pay to: of before, whose coins are still spent. */
  readonly addresses: readonly string[];
  /** Blocks on a payment, its own counted, that make it final. */
  readonly confirmations: number;
  /** What a virtual byte costs at least and at most, in the smallest units of the coin. */
  readonly feeRateMin: bigint;
  readonly feeRateMax: bigint;
  /** The most that the network may take for one payment, in units of the ledger. */
  readonly feeMax: bigint;
  /** The most percent of a payment that the network may take: the least payment follows it. Left out where it does not. */
  readonly feeShareMax?: number;
}

/** The pool's own address on a network, and through which nodes it is paid there. */
export interface RailPlace {
  readonly address: string;
  readonly nodes: readonly RailReach[];
}

/** How a node with a wallet is reached. */
export interface RailReach {
  readonly name: string;
  readonly url: URL;
  /** A file with `user:password` in one line. */
  readonly loginFile?: string;
  /** Where its wallets answer, with the same login; under the node's own address where it is left out. */
  readonly walletUrl?: URL;
}

type Rail = NonNullable<FileContent['rails']>[number];

export function railFaults({ rails = [], chains }: FileContent, network: Network): Fault[] {
  return [...faultsOfRails({ rails, chains }, network), ...unaskedWallets({ rails, chains })];
}

/** Wallets are asked for payouts only: what is not asked does not stand in the file as if it were. */
function unaskedWallets({ rails = [], chains }: Pick<FileContent, 'rails' | 'chains'>): Fault[] {
  const paid = (coin: string): boolean => rails.some((rail) => rail.coin === coin);
  return chains.flatMap(({ coin, nodes, merged = [] }, chain) => [
    ...nodes.flatMap(({ walletUrl }, node) =>
      walletUrl === undefined || paid(coin) ? [] : [unasked(coin, ['chains', chain, 'nodes', node])],
    ),
    ...merged.flatMap((each, at) =>
      each.nodes.flatMap(({ walletUrl }, node) =>
        walletUrl === undefined || paid(each.coin)
          ? []
          : [unasked(each.coin, ['chains', chain, 'merged', at, 'nodes', node])],
      ),
    ),
  ]);
}

function unasked(coin: string, path: Fault['path']): Fault {
  return {
    path: [...path, 'walletUrl'],
    fault: `walletUrl is for payouts, and no rail of the file pays ${coin}`,
  };
}

function faultsOfRails(
  { rails = [], chains }: Pick<FileContent, 'rails' | 'chains'>,
  network: Network,
): Fault[] {
  return rails.flatMap((rail, index) => {
    const path = ['rails', index];
    const { coin, feeMax } = rail;
    const { feeRateMin, feeRateMax } = { ...usualOf(coin), ...rail };
    const faults: Fault[] = [];
    const offered = offeredRails.find(({ asset }) => asset === coin);
    const place = placeOf(rail, chains, path);
    if (offered === undefined) {
      const names = offeredRails.map(({ asset }) => asset).join(', ');
      faults.push({
        path: [...path, 'coin'],
        fault: `coin is ${coin}, but the rails of this release are: ${names}${because(coin)}`,
      });
    } else if (offered.isPaidApart && chainOf(chains, coin) !== undefined)
      faults.push({
        path: [...path, 'coin'],
        fault: `${coin} is mined on nodes without a wallet, and paid through others: no file does both`,
      });
    else if (place === undefined) faults.push({ path: [...path, 'coin'], fault: lostFault(rail) });
    else faults.push(...placeFaults(rail, chains, path));
    if (rails.findIndex((each) => each.coin === coin) < index)
      faults.push({ path: [...path, 'coin'], fault: `${coin} has two rails` });
    if (offered !== undefined && place !== undefined)
      faults.push(...addressFaults(rail, place.chain, { path, network, chainPath: place.path }));
    if (feeRateMin > feeRateMax)
      faults.push({
        path: [...path, 'feeRateMax'],
        fault: `feeRateMax is ${feeRateMax}, below feeRateMin, which is ${feeRateMin}`,
      });
    if (feeMax !== undefined && !isFeeMax(feeMax))
      faults.push({
        path: [...path, 'feeMax'],
        fault: 'feeMax must be an amount of eight decimals at most, above zero',
      });
    return faults;
  });
}

function because(coin: string): string {
  const why = whyNotPaid(coin);
  return why === undefined ? '' : `, and not ${coin}: ${why}`;
}

type FilePlace = Pick<FileContent['chains'][number], 'address' | 'nodes'>;

/** Where a coin is paid: under its rail, or its chain in the file, mined by itself or together with another one. */
function placeOf(
  { coin, address, nodes }: Rail,
  chains: FileContent['chains'],
  path: Path,
): { readonly chain: FilePlace; readonly path: Path } | undefined {
  if (address !== undefined && nodes !== undefined) return { chain: { address, nodes }, path };
  return chainOf(chains, coin);
}

function chainOf(
  chains: FileContent['chains'],
  coin: string,
): { readonly chain: FilePlace; readonly path: Path } | undefined {
  for (const [at, chain] of chains.entries()) {
    if (chain.coin === coin) return { chain, path: ['chains', at] };
    for (const [merged, each] of (chain.merged ?? []).entries())
      if (each.coin === coin) return { chain: each, path: ['chains', at, 'merged', merged] };
  }
  return undefined;
}

/** What is said of a rail of which no nodes are known. */
function lostFault({ coin, address, nodes }: Rail): string {
  if (nodes !== undefined && address === undefined) return `the rail of ${coin} has nodes, and lacks address`;
  if (nodes === undefined && address !== undefined)
    return `the rail of ${coin} has an address, and lacks nodes`;
  return `${coin} is paid through the nodes of its chain, or through nodes of the rail: no chain of the file is ${coin}, and the rail has no address and nodes`;
}

/** What is wrong with the nodes of a rail; none of one that is paid through those of its chain. */
function placeFaults({ coin, address, nodes }: Rail, chains: FileContent['chains'], path: Path): Fault[] {
  if (address === undefined && nodes === undefined) return [];
  if (chainOf(chains, coin) !== undefined)
    return [
      {
        path: [...path, nodes === undefined ? 'address' : 'nodes'],
        fault: `${coin} is a chain of the file, and paid through its nodes: leave address and nodes of the rail out`,
      },
    ];
  return [
    ...reachFaults(`nodes of ${coin}`, nodes ?? [], [...path, 'nodes']),
    ...walletFaults(coin, nodes ?? [], [...path, 'nodes']),
    ...(nodes ?? []).flatMap(({ login }, at) =>
      login === undefined
        ? [{ path: [...path, 'nodes', at], fault: `${[...path, 'nodes', at].join('.')} lacks login` }]
        : [],
    ),
  ];
}

function addressFaults(
  { coin, addresses = [] }: Rail,
  { address, nodes }: FilePlace,
  { path, network, chainPath }: { readonly path: Path; readonly network: Network; readonly chainPath: Path },
): Fault[] {
  const faults: Fault[] = [];
  if (nodes.length < 2)
    faults.push({
      path: [...chainPath, 'nodes'],
      fault: `payouts of ${coin} need two nodes: two must have a coin before it is spent, and a payment before it is final`,
    });
  const offered = offeredRail(coin);
  const fault = offered.addressFault(network, address);
  if (fault !== undefined) faults.push({ path: [...chainPath, 'address'], fault });
  for (const [at, each] of addresses.entries()) {
    const why = offered.addressFault(network, each);
    if (why !== undefined) faults.push({ path: [...path, 'addresses', at], fault: why });
  }
  return faults;
}

export function railsOf(
  { rails = [] }: Pick<FileContent, 'rails'>,
  kind: NodePoolKind,
  resolvePath: (path: string) => string,
  nodesOf: NodesOf,
): readonly RailEntry[] {
  return rails.map((rail) => withUsual(rail, kind, resolvePath, nodesOf));
}

/** How nodes of the file are reached. */
type NodesOf = (nodes: FilePlace['nodes']) => readonly RailReach[];

function withUsual(
  rail: Rail,
  kind: NodePoolKind,
  resolvePath: (path: string) => string,
  nodesOf: NodesOf,
): RailEntry {
  const { address, nodes } = rail;
  const { feeRateMin, feeRateMax, feeMax } = { ...usualOf(rail.coin), ...rail };
  return {
    coin: rail.coin,
    wallet: rail.wallet,
    signer: resolvePath(rail.signer),
    ...(address !== undefined && nodes !== undefined && { place: { address, nodes: nodesOf(nodes) } }),
    addresses: rail.addresses ?? [],
    confirmations:
      rail.confirmations ??
      Math.max(usualOf(rail.coin).confirmations, leastDepth(offeredRail(rail.coin), kind)),
    feeRateMin: BigInt(feeRateMin),
    feeRateMax: BigInt(feeRateMax),
    feeMax: parseAmount(amountText(feeMax)),
    ...(rail.feeShareMax !== undefined && { feeShareMax: rail.feeShareMax }),
  };
}
