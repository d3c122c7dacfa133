import type { CoinReservations } from '../../../domain/kernel/coin-reservations.ts';
import type { Rail } from '../../../domain/kernel/rail.ts';
import type { NetworkWallet } from '../../../domain/kernel/wallet.ts';
import type { WalletFloat } from '../../../domain/kernel/wallet-float.ts';
import type { NodeRpc } from '../../../adapters/chains/nodes/node-rpc.ts';
import type { SeededRandom } from '../../simulation/seeded-random.ts';
import type { Truth } from '../compare-with-truth.ts';
import type { Lie, NodeMood } from './unsure-node.ts';

/** A rail of one process. */
export interface OpenedRail {
  readonly rail: Rail;
  /** What its nodes say that the pool holds; left out where nothing is swept. */
  readonly wallet?: NetworkWallet;
  close(): void;
}

export interface OpenRailOptions {
  readonly reservations: CoinReservations;
  readonly now: () => number;
  /** Every client of a node or wallet goes through it. */
  readonly through: (node: 'one' | 'two', rpc: NodeRpc) => NodeRpc;
  /** So does the signer. */
  readonly signing: <Signer extends object>(signer: Signer) => Signer;
}

/** Something that happens to the nodes, the wallet or the token; it may answer how it ends. */
export interface GroundFault {
  readonly name: string;
  /** How often it is chosen, beside the others. */
  readonly weight: number;
  /** Undefined where it could not be done now. */
  begin(random: SeededRandom): Promise<(() => Promise<void>) | 'over' | undefined>;
}

/** Real nodes on which one coin is paid, two of which are witnesses of each other. */
export interface GroundNodes {
  readonly name: string;
  readonly coin: string;
  readonly network: string;
  /** What each payee is owed, in units of 10^-18. */
  readonly each: bigint;
  /** Whether a payout that names what it waits for may stay so: nothing here frees what was signed and will not leave. */
  readonly mayWait?: boolean;
  /** Of a hundred starts of a process, how many are of a process of the operating system; 12 where it is left out. */
  readonly aloneShare?: number;
  /** Crash points of what an operator does to a payout that is signed, to which its rail comes. */
  readonly operatorPoints: readonly string[];
  readonly moods: Readonly<Record<'one' | 'two', NodeMood>>;
  /** Where the pool's own money is swept, and nothing else goes; left out where nothing is. */
  readonly sweepTo?: string | undefined;
  /** Addresses of the pool itself, to which others' transactions of its wallet go. */
  readonly ownAddresses: ReadonlySet<string>;
  /** A wallet of its own with enough for this number of payees, which nothing was sent from. Business time in ms, which never goes back. */
  begin(payees: number, now: number): Promise<void>;
  /** New addresses. */
  payees(count: number): Promise<readonly string[]>;
  open(options: OpenRailOptions): OpenedRail;
  /** What a process of its own opens the same rail by, and the signer that it asks over a socket. Left out where all are in one. */
  place?(): unknown;
  readonly signer?: object;
  /** What all nodes have as their newest blocks afterwards, where none is cut off. */
  mine(blocks: number, now: number): Promise<void>;
  /** Everything is as it should be again, and there is enough for this number of payees. */
  heal(payees: number, now: number): Promise<void>;
  /** Everything that stands in blocks by the word of both nodes, since `begin`. Throws where they differ. */
  truth(addresses: ReadonlySet<string>): Promise<Truth>;
  /** What an operator says of a payment whose token reported nothing: whether it paid. */
  hasPaid?(txid: string): Promise<boolean>;
  /**
   * Both nodes give up the blocks since one that has this transaction, and have another in its place that spends the same, as deep as a payment has
   * to be. Throws where no block has it. Left out where nothing is swept.
   */
  undo?(txid: string, now: number): Promise<void>;
  close(): Promise<void>;
}

/** Pools of nodes that keep little, so that dearer transactions put payments out of them. Nodes are not cut apart meanwhile. */
export interface FillablePools {
  /** Which of these transactions wait at every node. */
  waiting(txids: readonly string[]): Promise<readonly string[]>;
  /** Sends dearer ones until none of these waits at any node, with `between` after every tenth; answers how many that took. */
  putOut(txids: readonly string[], between?: () => Promise<void>): Promise<number>;
  /**
   * What waits comes into blocks, and four days later nodes take cheap payments again. `dayLater` moves the time of business on by a day, and
   * answers it, ms.
   */
  empty(dayLater: () => number): Promise<void>;
}

/** A fault that each life has once, whatever chance brings besides. */
export interface Episode {
  readonly fault: GroundFault;
  /** When it begins, of the turns of trouble, and for how many it lasts. */
  readonly tick: number;
  readonly ticks: number;
}

/** The same with what may happen to it. */
export interface Ground extends GroundNodes {
  readonly episodes?: readonly Episode[];
  /**
   * What waits of the pool comes into a block under another id; answers how many payments did. Left out where no one on its way can give a payment
   * another one.
   */
  malleate?(): Promise<number>;
  /** Where lives are asked to fill the pools of its nodes. */
  readonly pools?: FillablePools;
  readonly faults: readonly GroundFault[];
  /** What one of two nodes says. */
  readonly lies: readonly Lie[];
}

/** What a wallet should have, and where the rest goes; none where nothing is swept. */
export function floatsOf({
  coin,
  network,
  sweepTo: cold,
}: Pick<GroundNodes, 'coin' | 'network' | 'sweepTo'>): readonly WalletFloat[] {
  return cold === undefined ? [] : [{ coin, network, target: 0n, ceiling: 10n ** 18n, cold }];
}
