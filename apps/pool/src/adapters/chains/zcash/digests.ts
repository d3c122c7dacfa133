import { blake2b } from '@noble/hashes/blake2.js';
import { compactSize } from '../bitcoin/compact-size.ts';
import { sha256d } from '../bitcoin/sha256d.ts';
import { type Coinbase, printCoinbase } from './coinbase.ts';

/** The hashes of a transaction: the one that names it, and the one of what it is signed with, 32 bytes each (ZIP 244). */
export interface Digests {
  readonly name: Uint8Array;
  readonly authority: Uint8Array;
}

/** Transactions of before version 5 have none. */
const noAuthority = new Uint8Array(32).fill(255);
const nothing = new Uint8Array(0);

/** @param purpose 16 bytes of text */
function digest(purpose: string, ...parts: readonly Uint8Array[]): Uint8Array {
  return personal(Buffer.from(purpose, 'latin1'), ...parts);
}

function personal(personalization: Uint8Array, ...parts: readonly Uint8Array[]): Uint8Array {
  return blake2b(new Uint8Array(Buffer.concat(parts)), { dkLen: 32, personalization });
}

/** Of a branch of the consensus rules, which a transaction of version 5 names in its header. */
function ofBranch(purpose: string, header: Uint8Array, ...parts: readonly Uint8Array[]): Uint8Array {
  return personal(Buffer.concat([Buffer.from(purpose, 'latin1'), header.subarray(8, 12)]), ...parts);
}

/** The hashes of a coinbase without shielded parts. */
export function digestsOf(coinbase: Coinbase): Digests {
  const { version, header, previous, script, sequence, outputBytes } = coinbase;
  if (version === 4) return { name: sha256d(printCoinbase(coinbase)), authority: noAuthority };
  const transparent = digest(
    'ZTxIdTranspaHash',
    digest('ZTxIdPrevoutHash', previous),
    digest('ZTxIdSequencHash', sequence),
    digest('ZTxIdOutputsHash', outputBytes),
  );
  const name = ofBranch(
    'ZcashTxHash_',
    header,
    digest('ZTxIdHeadersHash', header),
    transparent,
    digest('ZTxIdSaplingHash', nothing),
    digest('ZTxIdOrchardHash', nothing),
  );
  const authority = ofBranch(
    'ZTxAuthHash_',
    header,
    digest('ZTxAuthTransHash', compactSize(script.length), script),
    digest('ZTxAuthSapliHash', nothing),
    digest('ZTxAuthOrchaHash', nothing),
  );
  return { name, authority };
}

/** What stands beside the coinbase in the tree of `authority`, from the leaves up: its leaves are filled up with zeros to a power of two. */
export function authorityBranch(others: readonly Uint8Array[]): Uint8Array[] {
  let width = 1;
  while (width < others.length + 1) width *= 2;
  // The coinbase's own side of the tree is unknown: `level` holds what stands beside it.
  let level = [...others, ...Array.from({ length: width - 1 - others.length }, () => new Uint8Array(32))];
  const branch: Uint8Array[] = [];
  while (level.length > 0) {
    const [sibling, ...rest] = level as [Uint8Array, ...Uint8Array[]];
    branch.push(sibling);
    level = Array.from({ length: rest.length / 2 }, (_each, index) =>
      joinAuthority(rest[2 * index] ?? sibling, rest[2 * index + 1] ?? sibling),
    );
  }
  return branch;
}

/** Folds a leaf with its branch to the root of the tree. */
export function authorityRoot(leaf: Uint8Array, branch: readonly Uint8Array[]): Uint8Array {
  return branch.reduce((left, right) => joinAuthority(left, right), leaf);
}

function joinAuthority(left: Uint8Array, right: Uint8Array): Uint8Array {
  return digest('ZcashAuthDatHash', left, right);
}

/** What a header says of its block's commitments. */
export function commitmentsOf(chainHistory: Uint8Array, authority: Uint8Array): Uint8Array {
  return digest('ZcashBlockCommit', chainHistory, authority, new Uint8Array(32));
}
