import { compactSize } from '../compact-size.ts';
import { sha256d } from '../sha256d.ts';
import type { AuxPlace } from './commitment-tree.ts';

/** The block of the parent chain in whose coinbase the commitment is. */
export interface ParentBlock {
  /** Without witness: its SHA-256d is a leaf of the header's merkle root. */
  readonly coinbase: Uint8Array;
  /** From the coinbase's sibling up. */
  readonly merkleBranch: readonly Uint8Array[];
  /** 80 bytes. */
  readonly header: Uint8Array;
}

/** Proof for one chain that its block was worked on, as `submitauxblock` takes it (CAuxPow of Namecoin). */
export function printAuxProof({ coinbase, merkleBranch, header }: ParentBlock, place: AuxPlace): Uint8Array {
  if (header.length !== 80) throw new RangeError('a header has 80 bytes');
  return Buffer.concat([
    coinbase,
    // No node looks at the parent's hash here.
    sha256d(header),
    printBranch(merkleBranch, 0),
    printBranch(place.branch, place.slot),
    header,
  ]);
}

function printBranch(branch: readonly Uint8Array[], index: number): Buffer {
  const place = Buffer.alloc(4);
  place.writeUInt32LE(index);
  return Buffer.concat([compactSize(branch.length), ...branch, place]);
}
