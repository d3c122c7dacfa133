import { networkOfKind } from '../domain/kernel/network-of-kind.ts';
import { ownedByWallets, type RailNode } from '../adapters/rails/bitcoin/rail-node.ts';
import { offeredRail, type RailParts, type RailSettings } from '../adapters/rails/offered-rails.ts';
import { sumWallets } from '../adapters/sum-wallets.ts';
import type { Arrivals } from '../domain/kernel/arrivals.ts';
import type { Rail } from '../domain/kernel/rail.ts';
import { isSameAddress } from '../domain/kernel/same-address.ts';
import type { NetworkWallet, Wallet } from '../domain/kernel/wallet.ts';
import type { NodePool } from '../settings/parse-pool-file.ts';
import type { RailEntry, RailPlace } from '../settings/rail-settings.ts';
import { evmArrivalOf, type EvmOnNodes, evmOnNodes, evmPaidBy, evmWalletOf } from './open-evm.ts';
import {
  moneroArrivalOf,
  type MoneroOnNodes,
  moneroOnNodes,
  moneroOwns,
  moneroWalletOf,
} from './open-monero.ts';
import { openRpc, openWalletRpc } from './open-rpc.ts';
import { type SolanaOnNodes, solanaOnNodes, solanaPaidBy, solanaWalletOf } from './open-solana.ts';
import {
  isPaidOnTron,
  tronArrivalOf,
  type TronOnNodes,
  tronOnNodes,
  tronPaidBy,
  tronWalletOf,
} from './open-tron.ts';
import { xrpArrivalOf, type XrpOnNodes, xrpOnNodes, xrpWalletOf } from './open-xrp.ts';

/** A rail of the settings with the nodes of its chain, not connected yet. */
export interface RailOnNodes {
  readonly entry: RailEntry;
  readonly settings: RailSettings;
  readonly nodes: readonly RailNode[];
  close(): void;
}

/** The rails that the file names, each through its nodes, or those of its chain. */
export function railsOnNodes({ kind, rails, chains }: NodePool): readonly RailOnNodes[] {
  return rails.map((entry) => {
    const place =
      entry.place ??
      chains.flatMap((each) => [each, ...(each.merged ?? [])]).find(({ coin }) => coin === entry.coin);
    // Checked with the file.
    if (place === undefined) throw new Error(`no chain of the file is ${entry.coin}`);
    const nodes = nodesOf(entry, place);
    return {
      entry,
      settings: { ...entry, network: networkOfKind(kind), own: [place.address, ...entry.addresses] },
      nodes,
      close() {
        for (const { rpc, wallet } of nodes) {
          rpc.close();
          wallet.close();
        }
      },
    };
  });
}

/** How nodes of Bitcoin's family are reached. */
const reached = { login: 'basic', path: '/' } as const;

function nodesOf({ coin, wallet }: RailEntry, { address, nodes }: RailPlace): readonly RailNode[] {
  const rail = offeredRail(coin);
  return nodes.map((node) =>
    rail.adapt({
      name: node.name,
      rpc: openRpc(reached, node),
      wallet: openWalletRpc(reached, node, wallet),
      walletName: wallet,
      own: address,
    }),
  );
}

export function openRail({ entry, settings, nodes }: RailOnNodes, parts: Omit<RailParts, 'nodes'>): Rail {
  return offeredRail(entry.coin).open(settings, { ...parts, nodes });
}

/** What pays beside rails of Bitcoin's family, each where the file names it. */
export interface OtherRails {
  readonly evm: readonly EvmOnNodes[];
  readonly monero?: MoneroOnNodes | undefined;
  readonly solana?: SolanaOnNodes | undefined;
  readonly xrp?: XrpOnNodes | undefined;
  readonly tron?: TronOnNodes | undefined;
}

/** What is held where the file names rails. Of what is mined besides nothing is known, and nothing is guessed. */
export function walletOnNodes(
  pool: NodePool,
  rails: readonly RailOnNodes[],
  { evm, monero, solana, xrp, tron }: OtherRails,
): Wallet {
  const others = [monero, solana, xrp, tron, pool.exchangeRail];
  if (rails.length + evm.length === 0 && others.every((each) => each === undefined)) return noWallet(pool);
  const watched = [
    ...rails.map(({ entry, settings, nodes }) => offeredRail(entry.coin).wallet(settings, nodes)),
    ...evm.map(evmWalletOf),
    ...(monero === undefined ? [] : [moneroWalletOf(monero)]),
    ...(solana === undefined ? [] : [solanaWalletOf(solana)]),
    ...(xrp === undefined ? [] : [xrpWalletOf(xrp)]),
    ...(tron === undefined ? [] : [tronWalletOf(tron)]),
  ];
  const unwatched = minedBy(pool)
    .filter((coin) => !watched.some(({ network }) => network === coin))
    .map(unknownWallet);
  return sumWallets([...watched, ...unwatched]);
}

/** The same for a command beside a pool: its nodes are asked over connections of their own. */
export function walletBesidePool(pool: NodePool): Wallet {
  return {
    async holdings() {
      const rails = railsOnNodes(pool);
      const evm = await evmOnNodes(pool);
      const monero = moneroOnNodes(pool);
      const solana = solanaOnNodes(pool);
      const xrp = await xrpOnNodes(pool);
      const tron = tronOnNodes(pool);
      try {
        return await walletOnNodes(pool, rails, { evm, monero, solana, xrp, tron }).holdings();
      } finally {
        for (const each of [...rails, ...evm, monero, solana, xrp, tron]) each?.close();
      }
    },
  };
}

/** What is held at the addresses of the blocks is not known to the pool, and must not be guessed: it pays nothing meanwhile. */
function noWallet(pool: NodePool): Wallet {
  const why = `the settings name no rail for ${minedBy(pool).join(', ')} on nodes: nothing is paid`;
  return {
    holdings: async () => {
      throw new Error(why);
    },
  };
}

function minedBy({ chains }: NodePool): readonly string[] {
  return chains.flatMap(({ coin, merged = [] }) => [coin, ...merged.map((each) => each.coin)]);
}

/** What is held at an address that nothing of the pool watches must not be guessed. */
function unknownWallet(coin: string): NetworkWallet {
  return {
    network: coin,
    amounts: async () => {
      throw new Error(`no rail of the settings watches what is held of ${coin}: nothing of it is paid`);
    },
  };
}

/** What the nodes of the rails say of outputs that should have come in. */
export function arrivalsOnNodes(
  rails: readonly RailOnNodes[],
  { evm, monero, solana, xrp, tron }: OtherRails,
): Arrivals {
  return {
    async outputOf(coin, name) {
      if (coin === 'XMR' && monero !== undefined) return moneroArrivalOf(monero, name);
      if (coin === 'XRP' && xrp !== undefined) return xrpArrivalOf(xrp, name);
      if (coin === 'TRX' && tron !== undefined) return tronArrivalOf(tron, name);
      const network = evm.find(({ entry }) => entry.network === coin);
      if (network !== undefined) return evmArrivalOf(network, name);
      const rail = rails.find(({ entry }) => entry.coin === coin);
      if (rail === undefined) throw new Error(`no rail of the settings watches what comes in of ${coin}`);
      return offeredRail(coin).arrived(name, rail.settings, rail.nodes);
    },
    async paidBy({ coin, network }, txid) {
      if (solana !== undefined && coin === 'SOL' && network === coin) return solanaPaidBy(solana, txid);
      if (xrp !== undefined && coin === 'XRP' && network === coin)
        return xrpArrivalOf(xrp, { txid, output: 0 });
      if (tron !== undefined && isPaidOnTron(tron, coin, network)) return tronPaidBy(tron, coin, txid);
      const rail = rails.find(({ entry }) => entry.coin === coin && coin === network);
      if (rail !== undefined) return offeredRail(coin).paidBy(txid, rail.settings, rail.nodes);
      const tokens = evm.find(({ entry }) => entry.network === network);
      if (tokens !== undefined) return evmPaidBy(tokens, coin, txid);
      throw new Error(`no rail of the settings says what came in of ${coin} on ${network}`);
    },
    async owns({ coin, network }, address) {
      if (coin === 'XMR' && monero !== undefined) return moneroOwns(monero, address);
      if (coin === 'XRP' && network === coin && xrp !== undefined) return address === xrp.entry.account;
      if (tron !== undefined && isPaidOnTron(tron, coin, network)) return address === tron.entry.account;
      const account = evm.find(({ entry }) => entry.network === network)?.entry.account;
      if (account !== undefined) return isSameAddress(coin, account, address);
      const rail = rails.find(({ entry }) => entry.coin === coin && coin === network);
      if (rail === undefined) throw new Error(`no rail of the settings watches what comes in of ${coin}`);
      return ownedByWallets(rail.nodes, address);
    },
  };
}
