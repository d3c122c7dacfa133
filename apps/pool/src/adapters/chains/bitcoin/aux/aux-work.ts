import { targetOfBits } from '@openlode/stratum/core/difficulty';
import { fieldsOf, hex, printedHash, UnreadableAnswer, wholeNumber } from '../../nodes/node-answers.ts';
import type { TemplateFacts } from '../../nodes/node-protocol.ts';

/** The next block of a chain that is mined together with another: its node keeps the block, and knows it by its hash. */
export interface AuxWork extends TemplateFacts {
  /** As printed. */
  readonly hash: string;
  readonly chainId: number;
  readonly bits: number;
  /** What its coinbase pays, fees included, in the chain's smallest units. */
  readonly value: bigint;
}

/** How many there are. */
const hashes = 2n ** 256n;

/**
 * Reads an answer to `createauxblock`. The target is taken from the bits: its name and the order of its bytes differ from node to node.
 *
 * @throws UnreadableAnswer where it is none, or of another chain
 */
export function readAuxWork(answer: unknown, chainId: number): AuxWork {
  const fields = fieldsOf(answer, 'createauxblock');
  const reported = wholeNumber(fields, 'chainid');
  if (reported !== chainId) throw new UnreadableAnswer(`its chain has the id ${reported}, not ${chainId}`);
  const bits = Buffer.from(hex(fields, 'bits', 4)).readUInt32BE();
  const target = targetOfBits(bits);
  if (target === 0n) throw new UnreadableAnswer('no hash meets its bits');
  if (target >= hashes) throw new UnreadableAnswer('every hash meets its bits');
  return {
    hash: printedHash(fields, 'hash'),
    previous: printedHash(fields, 'previousblockhash'),
    height: wholeNumber(fields, 'height'),
    value: BigInt(wholeNumber(fields, 'coinbasevalue')),
    chainId,
    bits,
  };
}

/** A found block as it is stored: what its node is handed, and what a verdict on it needs. */
export interface AuxBlock {
  /** As printed. */
  readonly hash: string;
  readonly height: number;
  /** In the chain's smallest units. */
  readonly value: bigint;
  readonly proof: Uint8Array;
}

export function printAuxBlock({ hash, height, value, proof }: AuxBlock): Uint8Array {
  const whole = { hash, height, value: value.toString(), proof: Buffer.from(proof).toString('hex') };
  return new Uint8Array(Buffer.from(JSON.stringify(whole)));
}

/** Throws where the bytes are none of `printAuxBlock`. */
export function readAuxBlock(bytes: Uint8Array): AuxBlock {
  const fields = fieldsOf(JSON.parse(Buffer.from(bytes).toString('utf8')), 'a block of merged mining');
  const { value } = fields;
  if (typeof value !== 'string' || !/^[0-9]{1,20}$/.test(value)) throw new RangeError('value is no number');
  return {
    hash: printedHash(fields, 'hash'),
    height: wholeNumber(fields, 'height'),
    value: BigInt(value),
    proof: hex(fields, 'proof'),
  };
}
