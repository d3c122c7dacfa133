import { targetOfBits, workOfTarget } from '@openlode/stratum/core/difficulty';
import type { MergedWork } from '../../../../domain/kernel/block-template.ts';
import { fromDisplay } from '../hash-text.ts';
import { printAuxProof } from './aux-proof.ts';
import { type AuxWork, printAuxBlock } from './aux-work.ts';
import { buildCommitmentTree, commitmentOf } from './commitment-tree.ts';

/** Work of a chain by its name in the pool. */
export interface NamedAuxWork extends AuxWork {
  readonly chain: string;
}

/** What a parent's coinbase carries for the chains that are mined with it, and how each takes a block from there. */
export interface Commitment {
  /** What stands in the script of the coinbase: a push of 44 bytes; nothing where there is nothing to commit to. */
  readonly push: Uint8Array;
  mergedOf(merkleBranch: readonly Uint8Array[]): readonly MergedWork[];
}

/** A commitment and its length in front of it. */
const pushBytes = 45;

const nothing: Commitment = { push: new Uint8Array(0), mergedOf: () => [] };

/** Of a parent's version, bit that no miner may change (BIP 320): with it, its upper half is the id of no chain. */
const fixedVersionBit = 0x20000000;

/**
 * Commits to the next block of each chain. A parent whose version could pass for one of theirs proves nothing: their nodes refuse it. And
 * a coinbase without room carries nothing: the parent is mined on all the same.
 *
 * @param room bytes that the script of the coinbase has left
 * @throws RangeError where no tree holds them
 */
export function commitTo(works: readonly NamedAuxWork[], parentVersion: number, room: number): Commitment {
  if (works.length === 0 || (parentVersion & fixedVersionBit) === 0 || room < pushBytes) return nothing;
  const tree = buildCommitmentTree(works.map(({ chainId, hash }) => ({ chainId, hash: fromDisplay(hash) })));
  const commitment = commitmentOf(tree);
  return {
    push: Buffer.concat([Uint8Array.of(commitment.length), commitment]),
    mergedOf: (merkleBranch) =>
      works.map(({ chain, height, hash, bits, value }, index): MergedWork => {
        const place = tree.places[index];
        if (place === undefined) throw new Error(`the tree has no leaf of ${chain}`);
        const networkTarget = targetOfBits(bits);
        return {
          chain,
          height,
          hash,
          networkTarget,
          networkWork: workOfTarget(networkTarget),
          submissionOf: (header, coinbase) => {
            const proof = printAuxProof({ coinbase, merkleBranch, header }, place);
            return printAuxBlock({ hash, height, value, proof });
          },
        };
      }),
  };
}
