import type { Chain } from '../../domain/kernel/chain.ts';

/** A chain on which the fleet may find a block whenever it is due. */
export interface FleetChain extends Chain {
  /** The block found at a moment (ms) that stands for a span of mining; the same arguments make the same block. */
  makeBlock(
    at: number,
    spanMs: number,
  ): {
    readonly hash: string;
    readonly height: number;
    readonly submission: Uint8Array;
  };
}
