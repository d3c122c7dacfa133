import type { ChainOnNodes, NodeWatch } from './node-chain.ts';
import type { Network } from '../../../domain/kernel/network-of-kind.ts';
import type { NodeRpc } from './node-rpc.ts';

/** What an operator decides of a chain. */
export interface ChainSettings {
  readonly network: Network;
  /** The operator's own: every block pays to it. */
  readonly address: string;
  /** Printable text in every coinbase, at most 40 bytes. */
  readonly tag: string;
}

/** A chain that this release mines on nodes of its operator. */
export interface OfferedChain {
  /** What a block pays, as the catalogue names it. */
  readonly asset: string;
  readonly algorithm: string;
  /** Blocks that must stand on one before its reward can be spent. */
  readonly maturity: number;
  /** How nodes hear user and password. Those of `basic` always want them; others, left without, take calls from wherever they listen. */
  readonly login: 'basic' | 'digest';
  /** What its nodes publish of a new block by ZeroMQ. */
  readonly tipTopic: string;
  /** No node of it has taken a block of this release. */
  readonly isUnseen?: true;
  /** Where below its address a node takes calls. */
  readonly path: string;
  /** Why blocks cannot be paid to an address, in words for an operator. */
  addressFault(network: ChainSettings['network'], address: string): string | undefined;
  open(settings: ChainSettings, watch: NodeWatch, random: (count: number) => Uint8Array): ChainOnNodes;
  /** The same with chains that are mined together with it, in the order in which they are named; undefined where there are none of its. */
  openMerged?(
    settings: ChainSettings,
    watch: NodeWatch,
    others: readonly (Pick<MergedSettings, 'coin' | 'address'> & { readonly watch: NodeWatch })[],
  ): { readonly parent: ChainOnNodes; readonly merged: readonly ChainOnNodes[] };
  /**
   * Asks a node once for everything that mining on it needs.
   *
   * @param now ms since 1970
   * @throws UnreadableAnswer where it does not answer, or is a node of another chain
   */
  ask(rpc: NodeRpc, settings: ChainSettings, now: () => number): Promise<NodeReport>;
  /**
   * The same of a wallet that watches the address; left out where those of the nodes do.
   *
   * @throws UnreadableAnswer where it does not answer
   */
  askWallet?(rpc: NodeRpc, address: string): Promise<WalletReport>;
}

/** What an operator decides of a chain that is mined together with another. */
export interface MergedSettings {
  readonly coin: string;
  readonly network: ChainSettings['network'];
  /** The operator's own: every block pays to it. */
  readonly address: string;
}

/** A chain that this release mines together with another. */
export interface OfferedMerged
  extends Pick<
    OfferedChain,
    'asset' | 'maturity' | 'login' | 'tipTopic' | 'isUnseen' | 'path' | 'addressFault'
  > {
  /** The chain whose work it takes, as the catalogue names it. */
  readonly parent: string;
  /** As `OfferedChain.ask`. */
  ask(rpc: NodeRpc, settings: MergedSettings, now: () => number): Promise<NodeReport>;
}

/** What an operator wants to know of a node before a pool relies on it. */
export interface NodeReport {
  readonly state: { readonly network: string; readonly height: number; readonly peers: number };
  /** Whether the node's own wallet has the address, also where it only watches it: undefined where it has none. */
  readonly isOwnAddress: boolean | undefined;
  /** What else is to be known of it. */
  readonly remark?: string;
  /** How far its clock is ahead of ours, ms. */
  readonly clockAheadMs: number;
  /** Why it gives no work; undefined where it does. */
  readonly problem: string | undefined;
}

/** What an operator wants to know of a wallet that stands beside the nodes. */
export interface WalletReport {
  /** Blocks that it has read. */
  readonly blocks: number;
  /** Whether it is the wallet of the address of the blocks. */
  readonly isOwnAddress: boolean;
}
