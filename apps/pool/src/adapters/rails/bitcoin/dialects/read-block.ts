import { sha256d } from '../../../chains/bitcoin/sha256d.ts';
import { toDisplay } from '../../../chains/bitcoin/hash-text.ts';
import { UnreadableAnswer } from '../../../chains/nodes/node-answers.ts';
import { type ReadTransaction, readTransactionAt } from '../read-transaction.ts';

const headerBytes = 80;
/** In the version of a header: another block's work stands for it, and follows the header (AuxPoW). */
const hasOtherWork = 0x100;

/**
 * The transactions of a block as a node of an older Core gives it whole, with the work of another chain behind its header where its version says so.
 *
 * @param name the id of the block, as printed, of a chain that names a block by the double SHA-256 of its header
 * @throws UnreadableAnswer where it is another block, or none
 */
export function readBlock(bytes: Uint8Array, name: string): readonly ReadTransaction[] {
  const header = Buffer.from(bytes.subarray(0, headerBytes));
  if (header.length < headerBytes || toDisplay(sha256d(header)) !== name)
    throw new UnreadableAnswer(`it gives another block for ${name}`);
  try {
    const from = (header.readInt32LE(0) & hasOtherWork) === 0 ? headerBytes : afterOtherWork(bytes);
    const count = countAt(bytes, from);
    let at = count.end;
    const transactions: ReadTransaction[] = [];
    for (let left = count.value; left > 0; left -= 1) {
      const { transaction, end } = readTransactionAt(bytes, at);
      transactions.push(transaction);
      at = end;
    }
    if (at !== bytes.length) throw new RangeError('the block goes on after its end');
    return transactions;
  } catch (error) {
    if (error instanceof RangeError)
      throw new UnreadableAnswer(`block ${name} cannot be read: ${error.message}`);
    throw error;
  }
}

/** The other chain's coinbase, its block, the branch to it, its place, the branch and the place in that coinbase, and the other header. */
function afterOtherWork(bytes: Uint8Array): number {
  const { end } = readTransactionAt(bytes, headerBytes);
  const first = branchEnd(bytes, end + 32);
  return branchEnd(bytes, first + 4) + 4 + headerBytes;
}

function branchEnd(bytes: Uint8Array, at: number): number {
  const { value, end } = countAt(bytes, at);
  return end + 32 * value;
}

function countAt(bytes: Uint8Array, at: number): { readonly value: number; readonly end: number } {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const first = view.readUInt8(at);
  if (first < 0xfd) return { value: first, end: at + 1 };
  if (first === 0xfd) return { value: view.readUInt16LE(at + 1), end: at + 3 };
  if (first === 0xfe) return { value: view.readUInt32LE(at + 1), end: at + 5 };
  throw new RangeError('a count of the block is none');
}
