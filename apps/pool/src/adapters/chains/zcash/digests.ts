import { blake2b } from '@noble/hashes/blake2.js';
import { compactSize } from '../bitcoin/compact-size.ts';
import { sha256d } from '../bitcoin/sha256d.ts';
import { type Coinbase, printCoinbase } from './coinbase.ts';

/** The txid of a transaction and the digest of its authorizing data, 32 bytes each (ZIP 244). */
export interface Digests {
  readonly txid: Uint8Array;
  readonly authDigest: Uint8Array;
}

/** Transactions of before version 5 have none. */
const noAuthDigest = new Uint8Array(32).fill(255);
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
  if (version === 4) return { txid: sha256d(printCoinbase(coinbase)), authDigest: noAuthDigest };
  const transparent = digest(
    'ZTxIdTranspaHash',
    digest('ZTxIdPrevoutHash', previous),
    digest('ZTxIdSequencHash', sequence),
    digest('ZTxIdOutputsHash', outputBytes),
  );
  const txid = ofBranch(
    'ZcashTxHash_',
    header,
    digest('ZTxIdHeadersHash', header),
    transparent,
    digest('ZTxIdSaplingHash', nothing),
    digest('ZTxIdOrchardHash', nothing),
  );
  const authDigest = ofBranch(
    'ZTxAuthHash_',
    header,
    digest('ZTxAuthTransHash', compactSize(script.length), script),
    digest('ZTxAuthSapliHash', nothing),
    digest('ZTxAuthOrchaHash', nothing),
  );
  return { txid, authDigest };
}

/** What stands beside the coinbase in the tree of `authDigest`, from the leaves up: its leaves are filled up with zeros to a power of two. */
export function authDataBranch(others: readonly Uint8Array[]): Uint8Array[] {
  let width = 1;
  while (width < others.length + 1) width *= 2;
  // The coinbase's own side of the tree is unknown: `level` holds what stands beside it.
  let level = [...others, ...Array.from({ length: width - 1 - others.length }, () => new Uint8Array(32))];
  const branch: Uint8Array[] = [];
  while (level.length > 0) {
    const [sibling, ...rest] = level as [Uint8Array, ...Uint8Array[]];
    branch.push(sibling);
    level = Array.from({ length: rest.length / 2 }, (_each, index) =>
      joinAuthData(rest[2 * index] ?? sibling, rest[2 * index + 1] ?? sibling),
    );
  }
  return branch;
}

/** Folds a leaf with its branch to the root of the tree. */
export function authDataRoot(leaf: Uint8Array, branch: readonly Uint8Array[]): Uint8Array {
  return branch.reduce((left, right) => joinAuthData(left, right), leaf);
}

function joinAuthData(left: Uint8Array, right: Uint8Array): Uint8Array {
  return digest('ZcashAuthDatHash', left, right);
}

/** What a header says of its block's commitments. */
export function commitmentsOf(chainHistory: Uint8Array, authDataRoot: Uint8Array): Uint8Array {
  return digest('ZcashBlockCommit', chainHistory, authDataRoot, new Uint8Array(32));
}
