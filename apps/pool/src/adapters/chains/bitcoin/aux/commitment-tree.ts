import { sha256d } from '../sha256d.ts';

/** A chain that is mined together with a parent (AuxPoW). */
export interface AuxLeaf {
  /** Its id, in bits 16 and up of its block versions: 98 of Dogecoin, 16 of Bells. */
  readonly chainId: number;
  /** Of its next block, 32 bytes as hashed: the bytes of the printed hash, reversed. */
  readonly hash: Uint8Array;
}

export interface AuxPlace {
  readonly chainId: number;
  /** Which leaf of the tree. */
  readonly slot: number;
  /** From the leaf's sibling up. */
  readonly branch: readonly Uint8Array[];
}

export interface CommitmentTree {
  readonly size: number;
  readonly nonce: number;
  readonly root: Uint8Array;
  readonly places: readonly AuxPlace[];
}

const heightMax = 8;
const noncesMax = 2 ** 16;
const lcgFactor = 1_103_515_245n;
const lcgAddend = 12_345n;

/** The leaf that a chain must have in a tree of that height, by the rule that all nodes of such chains check. */
export function slotOf(nonce: number, chainId: number, height: number): number {
  const size = 1n << BigInt(height);
  const first = (BigInt(nonce) * lcgFactor + lcgAddend) % size;
  return Number(((first + BigInt(chainId)) * lcgFactor + lcgAddend) % size);
}

/**
 * The smallest tree in which each chain has a leaf of its own.
 *
 * @throws RangeError where two chains have one id, or no tree of 256 leaves holds them
 */
export function buildCommitmentTree(leaves: readonly AuxLeaf[]): CommitmentTree {
  const { height, nonce, slots } = findTree(leaves.map(({ chainId }) => chainId));
  const size = 2 ** height;
  // An empty leaf may be anything.
  const bottom: Uint8Array[] = Array.from({ length: size }, () => new Uint8Array(32));
  for (const [index, { hash }] of leaves.entries()) {
    if (hash.length !== 32) throw new RangeError('a block hash has 32 bytes');
    bottom[slots[index] ?? 0] = hash;
  }
  const levels = [bottom];
  while ((levels.at(-1)?.length ?? 0) > 1) levels.push(pairUp(levels.at(-1) ?? []));
  const places = leaves.map(({ chainId }, index): AuxPlace => {
    const slot = slots[index] ?? 0;
    const branch = levels.slice(0, -1).map((level, depth) => level[(slot >> depth) ^ 1] ?? bottomHash);
    return { chainId, slot, branch };
  });
  return { size, nonce, root: levels.at(-1)?.[0] ?? bottomHash, places };
}

const bottomHash = new Uint8Array(32);

function pairUp(level: readonly Uint8Array[]): Uint8Array[] {
  return Array.from({ length: level.length / 2 }, (_, at) =>
    sha256d(Buffer.concat([level[2 * at] ?? bottomHash, level[2 * at + 1] ?? bottomHash])),
  );
}

function findTree(chainIds: readonly number[]): {
  readonly height: number;
  readonly nonce: number;
  readonly slots: readonly number[];
} {
  if (chainIds.length === 0) throw new RangeError('a tree of no chains commits to nothing');
  if (new Set(chainIds).size < chainIds.length) throw new RangeError('two chains have one id');
  for (let height = 0; height <= heightMax; height += 1) {
    if (2 ** height < chainIds.length) continue;
    for (let nonce = 0; nonce < noncesMax; nonce += 1) {
      const slots = chainIds.map((chainId) => slotOf(nonce, chainId, height));
      if (new Set(slots).size === slots.length) return { height, nonce, slots };
    }
  }
  throw new RangeError(`no tree of ${2 ** heightMax} leaves holds the chains ${chainIds.join(', ')}`);
}

const magic = Buffer.from('fabe6d6d', 'hex');

/** What the script of the parent's coinbase carries, 44 bytes: the root in the order in which hashes are printed. */
export function commitmentOf({ root, size, nonce }: CommitmentTree): Uint8Array {
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32LE(size, 0);
  numbers.writeUInt32LE(nonce, 4);
  return Buffer.concat([magic, Buffer.from(root).reverse(), numbers]);
}
