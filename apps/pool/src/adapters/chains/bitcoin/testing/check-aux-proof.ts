import { targetOfBits } from '@openlode/stratum/core/difficulty';
import { slotOf } from '../aux/commitment-tree.ts';
import { toDisplay } from '../hash-text.ts';
import { sha256d } from '../sha256d.ts';

/** A proof of merged mining as it is read from its bytes. */
export interface ReadProof {
  readonly script: Buffer;
  readonly coinbase: Buffer;
  readonly coinbaseBranch: readonly Buffer[];
  readonly coinbaseIndex: number;
  readonly chainBranch: readonly Buffer[];
  readonly chainIndex: number;
  readonly parent: Buffer;
  /** Bytes behind the proof. */
  readonly rest: number;
}

/** Reads a proof (CAuxPow). Throws RangeError where the bytes end too early. */
export function readAuxProof(bytes: Buffer): ReadProof {
  let at = 0;
  const take = (count: number): Buffer => {
    if (at + count > bytes.length) throw new RangeError('the proof ends too early');
    at += count;
    return bytes.subarray(at - count, at);
  };
  const size = (): number => {
    const first = take(1).readUInt8();
    return first < 0xfd ? first : first === 0xfd ? take(2).readUInt16LE() : take(4).readUInt32LE();
  };
  const hashes = (): Buffer[] => Array.from({ length: size() }, () => take(32));
  take(4);
  if (size() !== 1) throw new RangeError('the coinbase does not have one input');
  take(36);
  const script = take(size());
  take(4);
  for (let outputs = size(); outputs > 0; outputs -= 1) {
    take(8);
    take(size());
  }
  take(4);
  const coinbase = bytes.subarray(0, at);
  // The parent's hash, which no node checks.
  take(32);
  const coinbaseBranch = hashes();
  const coinbaseIndex = take(4).readUInt32LE();
  const chainBranch = hashes();
  const chainIndex = take(4).readUInt32LE();
  const parent = take(80);
  return {
    script,
    coinbase,
    coinbaseBranch,
    coinbaseIndex,
    chainBranch,
    chainIndex,
    parent,
    rest: bytes.length - at,
  };
}

const magic = Buffer.from('fabe6d6d', 'hex');

/**
 * A stand-in for the node of a chain that is mined together with another: everything that such a node checks of a proof (CAuxPow::check
 * of Dogecoin and Bells), and its proof of work. It passes a real block of Dogecoin. Answers why it refuses; undefined where it does not.
 *
 * @param hash of the chain's own block, as hashed
 * @param proofOfWork the parent's: scrypt of its header
 */
export function refuseAuxProof(
  { hash, chainId, bits }: { readonly hash: Uint8Array; readonly chainId: number; readonly bits: number },
  proof: ReadProof,
  proofOfWork: (header: Uint8Array) => Uint8Array,
): string | undefined {
  if (proof.rest > 0) return 'bytes behind the proof';
  if (proof.coinbaseIndex !== 0) return 'the commitment is in no coinbase';
  if (proof.parent.readUInt32LE(0) >>> 16 === chainId) return 'the parent has our chain id';
  if (proof.chainBranch.length > 30) return 'the branch of the chain is too long';
  const root = Buffer.from(fold(hash, proof.chainBranch, proof.chainIndex)).reverse();
  if (!proof.parent.subarray(36, 68).equals(fold(sha256d(proof.coinbase), proof.coinbaseBranch, 0)))
    return 'the coinbase is not in the parent';
  const begin = proof.script.indexOf(magic);
  if (begin < 0) return 'no commitment';
  if (proof.script.includes(magic, begin + 1)) return 'two commitments';
  if (proof.script.indexOf(root) !== begin + magic.length) return 'another root in the commitment';
  const numbers = proof.script.subarray(begin + 36);
  if (numbers.length < 8) return 'the commitment ends too early';
  if (numbers.readUInt32LE(0) !== 2 ** proof.chainBranch.length) return 'another size of the tree';
  if (proof.chainIndex !== slotOf(numbers.readUInt32LE(4), chainId, proof.chainBranch.length))
    return 'another leaf of the tree';
  return BigInt(`0x${toDisplay(proofOfWork(proof.parent))}`) > targetOfBits(bits)
    ? 'not enough proof of work'
    : undefined;
}

function fold(hash: Uint8Array, branch: readonly Uint8Array[], index: number): Uint8Array {
  return branch.reduce(
    (folded, other, depth) =>
      sha256d(Buffer.concat(((index >> depth) & 1) === 1 ? [other, folded] : [folded, other])),
    hash,
  );
}
