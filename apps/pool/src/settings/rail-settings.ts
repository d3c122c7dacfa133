import { parseAmount } from '@openlode/money/amount';
import { offeredRail, offeredRails } from '../adapters/rails/offered-rails.ts';
import { whyNotPaid } from '../adapters/rails/why-not-paid.ts';
import { leastDepth, type Network } from '../domain/kernel/network-of-kind.ts';
import type { NodePoolKind } from '../domain/kernel/pool-kind.ts';
import { amountText, isFeeMax } from './file-amount.ts';
import type { Fault, Path } from './pool-file-fault.ts';
import type { FileContent } from './pool-file-schema.ts';

/** Where payouts of a coin leave the pool: through wallets of the nodes of its chain, signed by another process. */
export interface RailEntry {
  readonly coin: string;
  /** The name of the wallet that watches, on each node. */
  readonly wallet: string;
  /** The path of the signer's socket. */
  readonly signer: string;
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

type Rail = NonNullable<FileContent['rails']>[number];

const usual = { confirmations: 6, feeRateMin: 10, feeRateMax: 200, feeMax: 0.002 };
/** A coin of it is worth a thousand times as much. */
const usualOfBitcoin = { ...usual, feeRateMin: 1, feeMax: 0.0005 };
/** 0.01 for 1,000 bytes, as its developers recommend: `RECOMMENDED_MIN_TX_FEE` of dogecoin/dogecoin, src/policy/policy.h, 1.14. */
const usualOfDogecoin = { ...usual, feeRateMin: 1000, feeRateMax: 10_000, feeMax: 0.1 };

/** 0.01 for 1,000 bytes is the least that its nodes relay: `DEFAULT_MIN_RELAY_TX_FEE` of RavenProject/Ravencoin, src/validation.h, 4.6. */
const usualOfRavencoin = usualOfDogecoin;

const usualByCoin: ReadonlyMap<string, typeof usual> = new Map([
  ['BTC', usualOfBitcoin],
  ['DOGE', usualOfDogecoin],
  ['RVN', usualOfRavencoin],
]);

function usualOf(coin: string): typeof usual {
  return usualByCoin.get(coin) ?? usual;
}

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
    const place = placeOf(chains, coin);
    if (offered === undefined) {
      const names = offeredRails.map(({ asset }) => asset).join(', ');
      faults.push({
        path: [...path, 'coin'],
        fault: `coin is ${coin}, but the rails of this release are: ${names}${because(coin)}`,
      });
    } else if (place === undefined)
      faults.push({
        path: [...path, 'coin'],
        fault: `${coin} is paid through the nodes of its chain: no chain of the file is ${coin}`,
      });
    if (rails.findIndex((each) => each.coin === coin) < index)
      faults.push({ path: [...path, 'coin'], fault: `${coin} has two rails` });
    if (offered !== undefined && place !== undefined)
      faults.push(...chainFaults(rail, place.chain, { path, network, chainPath: place.path }));
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

/** The chain of a coin in the file, mined by itself or together with another one. */
function placeOf(
  chains: FileContent['chains'],
  coin: string,
):
  | { readonly chain: Pick<FileContent['chains'][number], 'address' | 'nodes'>; readonly path: Path }
  | undefined {
  for (const [at, chain] of chains.entries()) {
    if (chain.coin === coin) return { chain, path: ['chains', at] };
    for (const [merged, each] of (chain.merged ?? []).entries())
      if (each.coin === coin) return { chain: each, path: ['chains', at, 'merged', merged] };
  }
  return undefined;
}

function chainFaults(
  { coin, addresses = [] }: Rail,
  { address, nodes }: Pick<FileContent['chains'][number], 'address' | 'nodes'>,
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
): readonly RailEntry[] {
  return rails.map((rail) => withUsual(rail, kind, resolvePath));
}

function withUsual(rail: Rail, kind: NodePoolKind, resolvePath: (path: string) => string): RailEntry {
  const { feeRateMin, feeRateMax, feeMax } = { ...usualOf(rail.coin), ...rail };
  return {
    coin: rail.coin,
    wallet: rail.wallet,
    signer: resolvePath(rail.signer),
    addresses: rail.addresses ?? [],
    confirmations:
      rail.confirmations ?? Math.max(usual.confirmations, leastDepth(offeredRail(rail.coin), kind)),
    feeRateMin: BigInt(feeRateMin),
    feeRateMax: BigInt(feeRateMax),
    feeMax: parseAmount(amountText(feeMax)),
    ...(rail.feeShareMax !== undefined && { feeShareMax: rail.feeShareMax }),
  };
}
