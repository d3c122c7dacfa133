import { targetOfBits, workOfTarget } from '@openlode/stratum/core/difficulty';
import type { HeaderTemplate } from '../../../domain/kernel/block-template.ts';
import { compactSize } from '../bitcoin/compact-size.ts';
import { pushOfHeight } from '../bitcoin/coinbase.ts';
import { fromDisplay, toDisplay } from '../bitcoin/hash-text.ts';
import { sha256d } from '../bitcoin/sha256d.ts';
import { type Coinbase, printCoinbase, readCoinbase } from './coinbase.ts';
import { rootsOf, valueFor, type ZcashTemplate } from './read-template.ts';

const saltBytes = 16;
/** A header with its nonce, and the solution of Equihash behind its length. */
const headerBytes = 140;
const solutionBytes = 1344;
const solutionLength = compactSize(solutionBytes);

/**
 * Builds the block of a node's template: its coinbase with a script of the pool's own, so that no two jobs are on one header.
 *
 * @param tag printable text in every coinbase, at most 40 bytes
 */
export function frameBlock(
  chain: string,
  template: ZcashTemplate,
  tag: string,
): (elapsedSeconds: number, clean: boolean) => HeaderTemplate {
  const { height, bits, previous } = template;
  const networkTarget = targetOfBits(bits);
  return (elapsedSeconds, clean) => {
    const time = template.time + elapsedSeconds;
    return {
      family: 'zcash',
      chain,
      height,
      previousHash: fromDisplay(previous),
      networkTarget,
      networkWork: workOfTarget(networkTarget),
      bits,
      timestamp: BigInt(time) * 1000n,
      clean,
      blockWith(salt) {
        const coinbase = withScript(template, salt, tag);
        return {
          work: headerOf(template, coinbase, time),
          hashOf,
          submissionOf: (seal) => printBlock(template, coinbase, seal),
        };
      },
    };
  };
}

function withScript({ height, coinbase }: ZcashTemplate, salt: Uint8Array, tag: string): Coinbase {
  if (salt.length !== saltBytes) throw new RangeError(`a salt has ${saltBytes} bytes`);
  const tagBytes = Buffer.from(tag, 'latin1');
  const pushes = [Buffer.of(saltBytes), salt, Buffer.of(tagBytes.length), tagBytes];
  return { ...coinbase, script: Buffer.concat([pushOfHeight(height), ...pushes]) };
}

/** The 108 bytes before the nonce. */
function headerOf(template: ZcashTemplate, coinbase: Coinbase, time: number): Uint8Array {
  const { merkleRoot, commitments } = rootsOf(template, coinbase);
  const header = Buffer.alloc(108);
  header.writeUInt32LE(template.version);
  header.set(fromDisplay(template.previous), 4);
  header.set(merkleRoot, 36);
  header.set(commitments, 68);
  header.writeUInt32LE(time, 100);
  header.writeUInt32LE(template.bits, 104);
  return new Uint8Array(header);
}

function sealed(seal: Uint8Array): Buffer {
  if (seal.length !== headerBytes + solutionBytes)
    throw new RangeError(`a header and its solution have ${headerBytes + solutionBytes} bytes`);
  return Buffer.concat([seal.subarray(0, headerBytes), solutionLength, seal.subarray(headerBytes)]);
}

function hashOf(seal: Uint8Array): string {
  return toDisplay(sha256d(sealed(seal)));
}

/** The whole block: header, solution, number of transactions, coinbase, all others as the node gave them. */
export function printBlock(
  { transactions }: Pick<ZcashTemplate, 'transactions'>,
  coinbase: Coinbase,
  seal: Uint8Array,
): Uint8Array {
  return Buffer.concat([
    sealed(seal),
    compactSize(transactions.length + 1),
    printCoinbase(coinbase),
    ...transactions,
  ]);
}

/**
 * What a stored block says of itself: its hash as printed, and what it pays to a script in 10^-8 ZEC.
 *
 * @throws RangeError where the bytes are no block
 */
export function readBlock(
  block: Uint8Array,
  script: Uint8Array,
): { readonly hash: string; readonly value: bigint } {
  const sealBytes = headerBytes + solutionLength.length + solutionBytes;
  const length = block.subarray(headerBytes, headerBytes + solutionLength.length);
  if (block.length < sealBytes + 1 || Buffer.compare(length, solutionLength) !== 0)
    throw new RangeError('there is no solution behind the header');
  const first = block[sealBytes] ?? 0;
  const counted = first < 0xfd ? 1 : first === 0xfd ? 3 : 5;
  const { coinbase } = readCoinbase(block.subarray(sealBytes + counted));
  return {
    hash: toDisplay(sha256d(block.subarray(0, sealBytes))),
    value: valueFor(script, coinbase.outputs),
  };
}
