import { addressOfScript, outputScript } from '@openlode/mining/address-payment';
import type { ArrivedOutput, OutputName } from '../../domain/kernel/arrivals.ts';
import type { CoinReservations } from '../../domain/kernel/coin-reservations.ts';
import type { Rail } from '../../domain/kernel/rail.ts';
import type { NetworkWallet } from '../../domain/kernel/wallet.ts';
import { auxFacts } from '../chains/bitcoin/aux/aux-facts.ts';
import { bitcoinChains, minersPrefixes, type RailFacts } from '../chains/bitcoin/chain-facts.ts';
import { ravencoinFacts } from '../chains/ravencoin/chain-facts.ts';
import {
  kindOfNetwork,
  leastDepth,
  type Network,
  requireDepth,
  signerNetwork,
} from '../../domain/kernel/network-of-kind.ts';
import { chainUnits, unitOf } from './bitcoin/amounts.ts';
import { arrivedOutput } from './bitcoin/arrived-output.ts';
import { arrivedTransaction } from './bitcoin/arrived-transaction.ts';
import { bitcoinRail } from './bitcoin/bitcoin-rail.ts';
import { adaptNode } from './bitcoin/dialects/adapt-node.ts';
import type { NodeToAdapt } from './bitcoin/dialects/node-to-adapt.ts';
import { askRailNode, bitcoinWallet, type RailNodeReport } from './bitcoin/bitcoin-wallet.ts';
import type { RailNode } from './bitcoin/rail-node.ts';
import { coinsOn, spelledKinds } from './bitcoin/address-book.ts';
import { paidChains } from './bitcoin/paid-chains.ts';
import { coinKindOf } from './bitcoin/transaction-size.ts';
import { signerClient } from './signer-client.ts';

/** What an operator decides of a rail. */
export interface RailSettings {
  readonly network: Network;
  /** The pool's own addresses: change goes to the first. */
  readonly own: readonly [string, ...string[]];
  /** The path of the signer's socket. */
  readonly signer: string;
  readonly confirmations: number;
  /** What a virtual byte costs at least and at most, in the smallest units of the coin. */
  readonly feeRateMin: bigint;
  readonly feeRateMax: bigint;
  /** The most that the network may take for one payment, in units of the ledger. */
  readonly feeMax: bigint;
}

export interface RailParts {
  readonly nodes: readonly RailNode[];
  readonly reservations: CoinReservations;
  /** Tells ledgers apart: a signer knows payouts by it and an id of their own. 64 hexadecimal digits. */
  readonly ledger: string;
}

/** A rail that this release pays through nodes of its operator. */
export interface OfferedRail {
  /** The coin, and the network that it is paid on, as the catalogue names both. */
  readonly asset: string;
  /** Its nodes with wallets are others than those that it is mined on. */
  readonly isPaidApart: boolean;
  /** Between two blocks, as the chain aims at. */
  readonly blockSeconds: number;
  /** Units of the ledger in the smallest of the coin. */
  readonly unit: bigint;
  /** A node in the dialect that it turns out to have. */
  adapt(node: Omit<NodeToAdapt, 'maturity'>): RailNode;
  /** Why coins at an own address cannot be spent, in words for an operator; undefined where they can. */
  addressFault(network: Network, address: string): string | undefined;
  /** An address of the network as miners spell it; undefined where it is none that can be paid. */
  spelledByMiners(network: Network, address: string): string | undefined;
  /** What an address of the network pays to, the same for all its spellings: hexadecimal digits. */
  scriptOf(network: Network, address: string): string | undefined;
  /** @throws RangeError where fewer blocks would make a payment final than the network needs */
  open(settings: RailSettings, parts: RailParts): Rail;
  /** What the wallets of the nodes hold. */
  wallet(settings: Pick<RailSettings, 'network' | 'own'>, nodes: readonly RailNode[]): NetworkWallet;
  /** What the nodes say of an output that should have come in; rejects where they do not say. */
  arrived(
    name: OutputName,
    settings: Pick<RailSettings, 'network' | 'own' | 'confirmations'>,
    nodes: readonly RailNode[],
  ): Promise<ArrivedOutput>;
  /** What the nodes say that a transaction has paid to the pool in all, spent again or not; rejects where they do not say. */
  paidBy(
    txid: string,
    settings: Pick<RailSettings, 'network' | 'own' | 'confirmations'>,
    nodes: readonly RailNode[],
  ): Promise<ArrivedOutput>;
  /**
   * Asks a node once for everything that paying through it needs.
   *
   * @throws UnreadableAnswer where it does not answer, or is a node of another chain
   */
  ask(node: RailNode, settings: Pick<RailSettings, 'network' | 'own'>): Promise<RailNodeReport>;
}

/** Settings count fees by the virtual byte, nodes by the virtual kilobyte. */
const virtualKilobyte = 1000n;

/**
 * LTC and BTC were seen against nodes: litecoind, and bcoin. The others never against a node of their own: their payments were made by litecoinds, out of
 * coins like theirs, and their nodes' answers by stand-ins, after their sources (decision 176).
 */
const paidAndMined: ReadonlySet<string> = new Set(['LTC', 'BTC', 'BCH', 'DOGE', 'RVN', 'RTM']);

/** The rails that this release has. */
export const offeredRails: readonly OfferedRail[] = [
  ...[...bitcoinChains, ravencoinFacts].filter(({ asset }) => paidAndMined.has(asset)),
  auxFacts('BELLS'),
  ...paidChains,
].map(bitcoin);

/** Throws where there is none: the settings name no other coins. */
export function offeredRail(coin: string): OfferedRail {
  const rail = offeredRails.find(({ asset }) => asset === coin);
  if (rail === undefined) throw new Error(`there is no rail of ${coin}`);
  return rail;
}

function bitcoin(facts: RailFacts): OfferedRail {
  const { asset } = facts;
  return {
    asset,
    isPaidApart: facts.leavesRewards === true,
    blockSeconds: facts.blockSeconds,
    unit: unitOf(facts),
    adapt: (node) => adaptNode({ ...node, maturity: facts.maturity, form: facts.form }),
    addressFault(network, address) {
      const script = outputScript(facts.networks[network].addresses, address);
      if (script === undefined) return `${address} is no address of ${asset} ${network}`;
      const kind = coinsOn(facts.networks[network].addresses);
      if (coinKindOf(script) === kind) return undefined;
      const such = kind === 'witness-key' ? ', such as bech32 of 20 bytes' : '';
      return `payouts spend coins at addresses of a ${spelledKinds[kind]} only${such}, and ${address} is none`;
    },
    spelledByMiners(network, address) {
      const script = outputScript(facts.networks[network].addresses, address);
      return script && addressOfScript(minersPrefixes(facts), script);
    },
    scriptOf(network, address) {
      const script = outputScript(facts.networks[network].addresses, address);
      return script && Buffer.from(script).toString('hex');
    },
    open(settings, { ledger, ...parts }) {
      const kind = kindOfNetwork(settings.network);
      requireDepth(asset, settings.confirmations, leastDepth(facts, kind));
      return bitcoinRail({
        ...settings,
        ...parts,
        facts,
        rates: { floor: settings.feeRateMin * virtualKilobyte, cap: settings.feeRateMax * virtualKilobyte },
        signer: signerClient({
          socket: settings.signer,
          network: signerNetwork(asset, kind),
          orderOf: ({ orderId, address, amount }) => ({
            payoutId: `${ledger.slice(0, 32)}:${requireId(orderId)}`,
            address: spelledOn(facts, settings.network, address),
            amount: chainUnits(amount, facts),
          }),
        }),
      });
    },
    wallet: ({ network, own }, nodes) => bitcoinWallet({ facts, network, own, nodes }),
    arrived: (name, { network, own, confirmations }, nodes) =>
      arrivedOutput(nodes, name, { facts, network, own, confirmations }),
    paidBy: (txid, { network, own, confirmations }, nodes) =>
      arrivedTransaction(nodes, txid, { facts, network, own, confirmations }),
    ask: (node, { network, own }) => askRailNode(node, { facts, network, own }),
  };
}

/** A signer knows a payment by nothing else. */
function requireId(orderId: string | undefined): string {
  if (orderId === undefined) throw new Error('a payment without an id of its own is not signed');
  return orderId;
}

/** Miners spell addresses as on the main network; the signer knows those of the network that is paid on. */
function spelledOn(facts: RailFacts, network: Network, address: string): string {
  const script = outputScript(minersPrefixes(facts), address);
  return (script && addressOfScript(facts.networks[network].addresses, script)) ?? address;
}
