import { targetOfBits, workOfTarget } from '@openlode/stratum/core/difficulty';
import type { BitcoinTemplate } from '../../../domain/kernel/block-template.ts';
import { commitTo, type NamedAuxWork } from './aux/merge-work.ts';
import { type CoinbaseOutput, coinbaseAround, freeBytes, pushOfHeight, scriptBytesMax } from './coinbase.ts';
import { compactSize } from './compact-size.ts';
import { fromDisplay } from './hash-text.ts';
import { merkleBranch } from './merkle-branch.ts';
import type { NodeTemplate } from './read-template.ts';

/** Who a block pays, and how it names its pool. */
export interface Payee {
  /** The output script of the operator's address. */
  readonly script: Uint8Array;
  /** Printable text in the coinbase, at most 40 bytes; beside a commitment to other chains there is room for 25, less the node's flags. */
  readonly tag: string;
  /** The next blocks of the chains that are mined together with this one; none where it is left out. */
  readonly merged?: readonly NamedAuxWork[];
}

const headerBytes = 80;
/** A coinbase of a chain with witnesses has one of its own: 32 zero bytes (BIP 141). */
const coinbaseWitness = Buffer.concat([Buffer.from('0120', 'hex'), Buffer.alloc(32)]);

/** Everything of a block but what miners search, for as long as its template holds. */
export type BlockFrame = Omit<BitcoinTemplate, 'time' | 'clean'>;

/**
 * Builds the block of a node's template around a coinbase that pays to one address all that the chain demands for no one else.
 *
 * @throws RangeError where the script of the coinbase becomes too long
 */
export function frameBlock(
  chain: string,
  template: NodeTemplate,
  { script, tag, merged = [] }: Payee,
): BlockFrame {
  const { height, bits, witnessCommitment } = template;
  const tagBytes = Buffer.from(tag, 'latin1');
  const start = Buffer.concat([pushOfHeight(height), template.flags]);
  const after = Buffer.concat([Buffer.of(tagBytes.length), tagBytes]);
  const room = scriptBytesMax - start.length - 1 - freeBytes - after.length;
  const aux = commitTo(merged, template.version, room);
  const { prefix, suffix } = coinbaseAround({
    before: Buffer.concat([start, aux.push, Buffer.of(freeBytes)]),
    after,
    outputs: [{ value: template.value, script }, ...template.demanded, ...commitment(witnessCommitment)],
    payload: template.payload,
  });
  const branch = merkleBranch(template.transactions.map(({ txid }) => txid));
  return {
    family: 'bitcoin',
    chain,
    height,
    previousHash: fromDisplay(template.previous),
    coinbasePrefix: prefix,
    coinbaseSuffix: suffix,
    merkleBranch: branch,
    merged: aux.mergedOf(branch),
    version: template.version,
    bits,
    networkWork: workOfTarget(targetOfBits(bits)),
    submissionOf: (header, coinbase) => printBlock(template, header, coinbase),
  };
}

function commitment(script: Uint8Array | undefined): CoinbaseOutput[] {
  return script === undefined ? [] : [{ value: 0n, script }];
}

/** The whole block: header, number of transactions, coinbase, all others as the node gave them, Litecoin's extension block. */
function printBlock(template: NodeTemplate, header: Uint8Array, coinbase: Uint8Array): Uint8Array {
  if (header.length !== headerBytes) throw new RangeError(`a header has ${headerBytes} bytes`);
  const { transactions, witnessCommitment, extension } = template;
  return Buffer.concat([
    header,
    compactSize(transactions.length + 1),
    witnessCommitment === undefined ? coinbase : withWitness(coinbase),
    ...transactions.map(({ bytes }) => bytes),
    ...(extension === undefined ? [] : [Buffer.of(1), extension]),
  ]);
}

/** Marker and flag behind the version, the witness in front of the lock time (BIP 144). */
function withWitness(coinbase: Uint8Array): Uint8Array {
  return Buffer.concat([
    coinbase.subarray(0, 4),
    Buffer.from('0001', 'hex'),
    coinbase.subarray(4, -4),
    coinbaseWitness,
    coinbase.subarray(-4),
  ]);
}
