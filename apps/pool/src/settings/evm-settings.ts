import { unitsOf } from '@openlode/catalogue/chain-units';
import { findCoin } from '@openlode/catalogue/coins';
import { toEip55 } from '@openlode/mining/eip55';
import { parseAmount } from '@openlode/money/amount';
import type { EvmToken } from '../adapters/rails/evm/assets.ts';
import { evmNetwork, evmNetworks, leastDepthOn } from '../adapters/rails/evm/evm-networks.ts';
import type { NodePoolKind } from '../domain/kernel/pool-kind.ts';
import { amountText, isFeeMax } from './file-amount.ts';
import type { Fault, Path } from './pool-file-fault.ts';
import type { FileContent } from './pool-file-schema.ts';
import { reachFaults } from './reach-faults.ts';

/** An EVM network that is paid on: from one account, through nodes of the operator, signed by another process. */
export interface EvmEntry {
  readonly network: string;
  /** In lower case. */
  readonly account: string;
  /** Of replaced keys, in lower case: what has left them is asked for. Left out where there are none. */
  readonly olderAccounts?: readonly string[];
  /** The path of the signer's socket. */
  readonly signer: string;
  readonly nodes: readonly EvmNodeEntry[];
  readonly tokens: readonly EvmToken[];
  /** Blocks on a payment, its own counted, that make it final. */
  readonly confirmations: number;
  /** The most for a unit of gas, in wei. */
  readonly gasPriceMax: bigint;
  /** The most that the network may take for one payment, in units of the ledger. */
  readonly feeMax: bigint;
  /** The most percent of a payment that the network may take: the least payment of its own coin follows it. Left out where it does not. */
  readonly feeShareMax?: number;
}

/** How a node is reached. */
export interface EvmNodeEntry {
  readonly name: string;
  readonly url: URL;
  /** A file with `user:password` in one line; undefined for nodes that ask for none. */
  readonly loginFile?: string;
}

type Evm = NonNullable<FileContent['evm']>[number];

const usual = { confirmations: 32, gasPriceMax: 100, feeMax: 0.01 };
const gwei = 10n ** 9n;

export function evmFaults({ evm = [] }: FileContent): Fault[] {
  return evm.flatMap((entry, index) => {
    const path = ['evm', index];
    const { network, account, olderAccounts = [], nodes, feeMax } = entry;
    const faults: Fault[] = [];
    if (!evmNetworks.some((each) => each.network === network)) {
      const names = evmNetworks.map((each) => each.network).join(', ');
      faults.push({
        path: [...path, 'network'],
        fault: `network is ${network}, but the EVM networks of this release are: ${names}`,
      });
    }
    if (evm.findIndex((each) => each.network === network) < index)
      faults.push({ path: [...path, 'network'], fault: `${network} stands in the file twice` });
    // A test network has the number of every other: what is signed for one could be sent on all.
    if (evm.findIndex((each) => each.account.toLowerCase() === account.toLowerCase()) < index)
      faults.push({ path: [...path, 'account'], fault: `${account} is the account of another network` });
    if (!isSpelled(account)) faults.push({ path: [...path, 'account'], fault: wrongLetter(account) });
    for (const [at, older] of olderAccounts.entries()) {
      const here = [...path, 'olderAccounts', at];
      const known = [account, ...olderAccounts.slice(0, at)].map((each) => each.toLowerCase());
      if (!isSpelled(older)) faults.push({ path: here, fault: wrongLetter(older) });
      if (known.includes(older.toLowerCase()))
        faults.push({ path: here, fault: `${older} stands in the file twice` });
    }
    if (nodes.length < 2)
      faults.push({
        path: [...path, 'nodes'],
        fault: `payouts on ${network} need two nodes: two must know the account, and a payment before it is final`,
      });
    faults.push(...reachFaults(`nodes of ${network}`, nodes, [...path, 'nodes']));
    if (feeMax !== undefined && !isFeeMax(feeMax))
      faults.push({
        path: [...path, 'feeMax'],
        fault: 'feeMax must be an amount of eight decimals at most, above zero',
      });
    return [...faults, ...tokenFaults(entry, [...path, 'tokens'])];
  });
}

function tokenFaults({ network, account, olderAccounts = [], tokens = [] }: Evm, path: Path): Fault[] {
  const faults: Fault[] = [];
  for (const [at, { coin, contract }] of tokens.entries()) {
    const chain = findCoin(coin)?.chains.find((each) => each.network === network);
    if (chain === undefined || chain.contract === null || unitsOf(coin, network) === undefined)
      faults.push({ path: [...path, at, 'coin'], fault: noToken({ coin, network }, chain !== undefined) });
    if (tokens.findIndex((each) => each.coin === coin) < at)
      faults.push({ path: [...path, at, 'coin'], fault: `${coin} stands there twice` });
    if (!isSpelled(contract)) faults.push({ path: [...path, at, 'contract'], fault: wrongLetter(contract) });
    const same = (other: string): boolean => other.toLowerCase() === contract.toLowerCase();
    if ([account, ...olderAccounts].some(same) || tokens.findIndex((each) => same(each.contract)) < at)
      faults.push({ path: [...path, at, 'contract'], fault: `${contract} is something else already` });
  }
  return faults;
}

/** A coin of the catalogue that lies on a network without a contract is the network's own, under its name or an earlier one (MATIC, now POL). */
function noToken(
  { coin, network }: { readonly coin: string; readonly network: string },
  isOwn: boolean,
): string {
  return `${coin} is no token on ${network}${isOwn ? `: it is the network's own coin, which is paid as ${evmNetworks.find((each) => each.network === network)?.asset ?? coin}` : ''}`;
}

/** Small letters alone carry no checksum (EIP-55). */
function isSpelled(address: string): boolean {
  return address === address.toLowerCase() || address === toEip55(address);
}

function wrongLetter(address: string): string {
  return `a letter of ${address} is wrong: its checksum does not hold`;
}

/**
 * The entries of a file without faults.
 *
 * @param reachOf how a node is reached
 */
export function evmEntriesOf(
  { evm = [] }: Pick<FileContent, 'evm'>,
  kind: NodePoolKind,
  resolvePath: (path: string) => string,
  reachOf: (node: Evm['nodes'][number]) => EvmNodeEntry,
): readonly EvmEntry[] {
  return evm.map((entry) => ({
    network: evmNetwork(entry.network).network,
    account: entry.account.toLowerCase(),
    ...(entry.olderAccounts !== undefined && {
      olderAccounts: entry.olderAccounts.map((each) => each.toLowerCase()),
    }),
    signer: resolvePath(entry.signer),
    nodes: entry.nodes.map(reachOf),
    tokens: (entry.tokens ?? []).map(({ coin, contract }) => ({
      coin,
      contract: contract.toLowerCase(),
      decimals: decimalsOf(coin, entry.network),
    })),
    confirmations:
      entry.confirmations ?? Math.max(usual.confirmations, leastDepthOn(evmNetwork(entry.network), kind)),
    gasPriceMax: BigInt(entry.gasPriceMax ?? usual.gasPriceMax) * gwei,
    feeMax: parseAmount(amountText(entry.feeMax ?? usual.feeMax)),
    ...(entry.feeShareMax !== undefined && { feeShareMax: entry.feeShareMax }),
  }));
}

function decimalsOf(coin: string, network: string): number {
  const units = unitsOf(coin, network);
  // Checked with the file.
  if (units === undefined) throw new Error(`${coin} is no token on ${network}`);
  return units.decimals;
}
