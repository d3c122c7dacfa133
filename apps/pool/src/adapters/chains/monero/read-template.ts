import { hex, printedHash, text, UnreadableAnswer, wholeNumber } from '../nodes/node-answers.ts';
import { hashingBlob } from './block-id.ts';
import { moneroFacts } from './chain-facts.ts';
import { answerOf } from './node-state.ts';
import { type BlockParts, readBlock } from './read-block.ts';

/** The next block as a node proposes it (`get_block_template`), with a coinbase of its own making. */
export interface MoneroTemplate {
  readonly height: number;
  /** The block below, as printed. */
  readonly previous: string;
  /** Expected hashes of a block. */
  readonly difficulty: bigint;
  /** What the coinbase pays, fees included, in 10^-12 XMR. */
  readonly reward: bigint;
  /** What the cache of RandomX is made of at this height, 32 bytes, … */
  readonly seedHash: Uint8Array;
  /** … and of the heights that soon follow; undefined but for the 64 blocks before a change. */
  readonly nextSeedHash: Uint8Array | undefined;
  readonly block: Uint8Array;
  readonly parts: BlockParts;
  /** Where the coinbase has bytes for the pool. */
  readonly reserveAt: number;
}

/** Where every program that mines RandomX writes the nonce. */
const nonceAt = 39;
/** In the extra of a coinbase: the key of the transaction behind its mark, then the pool's bytes behind mark and length. */
const keyMark = 1;
const reserveMark = 2;
const keyBytes = 32;
const reserveFrom = 1 + keyBytes + 2;
/** Where the key of the transaction stands in the extra. */
export const transactionKeyFrom = 1;

/**
 * Reads an answer to `get_block_template`, and holds against each other what it says and what its block says.
 *
 * @param reserveBytes that were asked for
 * @throws UnreadableAnswer, in words for an operator, where the block is not one that a pool could mine
 */
export function readTemplate(answer: unknown, reserveBytes: number): MoneroTemplate {
  const reported = answerOf(answer, 'get_block_template');
  const block = new Uint8Array(hex(reported, 'blocktemplate_blob'));
  let parts: BlockParts;
  try {
    parts = readBlock(block);
  } catch (error) {
    throw new UnreadableAnswer(`it gives a block that this release cannot read: ${(error as Error).message}`);
  }
  const height = wholeNumber(reported, 'height');
  const previous = printedHash(reported, 'prev_hash');
  const template: MoneroTemplate = {
    height,
    previous,
    difficulty: difficultyOf(text(reported, 'wide_difficulty')),
    reward: BigInt(wholeNumber(reported, 'expected_reward')),
    seedHash: new Uint8Array(hex(reported, 'seed_hash', 32)),
    nextSeedHash:
      reported['next_seed_hash'] === '' ? undefined : new Uint8Array(hex(reported, 'next_seed_hash', 32)),
    block,
    parts,
    reserveAt: parts.minerTransaction.extraAt + reserveFrom,
  };
  const fault = faultOf(template, reserveBytes);
  if (fault !== undefined) throw new UnreadableAnswer(`it gives a block ${fault}`);
  if (reported['reserved_offset'] !== template.reserveAt)
    throw new UnreadableAnswer("it says another place for the pool's bytes than its block has");
  const blob = Buffer.from(hashingBlob(block, parts)).toString('hex');
  // Whatever this release does not know of a block would show here, before miners have worked on it.
  if (text(reported, 'blockhashing_blob').toLowerCase() !== blob)
    throw new UnreadableAnswer('it makes other bytes of its block for miners than this release does');
  return template;
}

function difficultyOf(reported: string): bigint {
  const value = /^0x[0-9a-f]{1,32}$/i.test(reported) ? BigInt(reported) : 0n;
  if (value === 0n) throw new UnreadableAnswer('wide_difficulty is no number from 1 on');
  return value;
}

/** What is wrong with the block of a template. */
function faultOf(
  { height, previous, reward, parts }: MoneroTemplate,
  reserveBytes: number,
): string | undefined {
  const { minerTransaction: miner } = parts;
  const [output] = miner.outputs;
  if (parts.major > moneroFacts.versionMax)
    return `of version ${parts.major}: this release knows versions up to ${moneroFacts.versionMax}`;
  if (parts.nonceAt !== nonceAt) return `whose nonce stands at ${parts.nonceAt}, not at ${nonceAt}`;
  if (Buffer.from(parts.previous).toString('hex') !== previous) return 'on another one than it says';
  if (miner.height !== height) return `of height ${miner.height}, and says ${height}`;
  if (miner.unlockHeight !== BigInt(height + moneroFacts.maturity))
    return `whose reward is locked up to block ${miner.unlockHeight}`;
  if (output === undefined || miner.outputs.length !== 1)
    return `with ${miner.outputs.length} outputs in its coinbase: this release fills one`;
  if (output.amount !== reward) return `that pays ${output.amount}, and says ${reward}`;
  if (!hasReserve(miner.extra, reserveBytes)) return 'whose coinbase has no place for the bytes of the pool';
  return undefined;
}

function hasReserve(extra: Uint8Array, reserveBytes: number): boolean {
  return (
    extra.length === reserveFrom + reserveBytes &&
    extra[0] === keyMark &&
    extra[1 + keyBytes] === reserveMark &&
    extra[reserveFrom - 1] === reserveBytes
  );
}
