import { targetOfBits } from '@openlode/stratum/core/difficulty';
import type { HeaderTemplate } from '../../../domain/kernel/block-template.ts';
import { type BlockFrame, frameBlock as frameBitcoin, type Payee } from '../bitcoin/build-template.ts';
import { freeBytes } from '../bitcoin/coinbase.ts';
import { fromDisplay } from '../bitcoin/hash-text.ts';
import { readBlock as readBitcoin } from '../bitcoin/read-block.ts';
import type { BlockSummary } from '../bitcoin/read-block.ts';
import type { NodeTemplate } from '../bitcoin/read-template.ts';
import { sha256d } from '../bitcoin/sha256d.ts';
import { inputBytes, kawpowHeader, sealHeader, workOf } from './block-header.ts';

/**
 * Builds the block of a node's template as Bitcoin's, with the header of Ravencoin around it.
 *
 * @throws RangeError where the script of the coinbase becomes too long
 */
export function frameBlock(
  chain: string,
  template: NodeTemplate,
  payee: Pick<Payee, 'script' | 'tag'>,
): (elapsedSeconds: number, clean: boolean) => HeaderTemplate {
  const frame = frameBitcoin(chain, template, payee);
  const { height, bits, previousHash, networkWork } = frame;
  const networkTarget = targetOfBits(bits);
  return (elapsedSeconds, clean) => {
    const time = template.time + elapsedSeconds;
    return {
      family: 'kawpow',
      chain,
      height,
      previousHash,
      networkTarget,
      networkWork,
      bits,
      timestamp: BigInt(time) * 1000n,
      clean,
      blockWith(salt) {
        const coinbase = coinbaseWith(frame, salt);
        const input = inputOf(template, frame, coinbase, time);
        return {
          work: workOf(input),
          hashOf: (seal) => kawpowHeader.nameOf(sealHeader(input, seal)),
          submissionOf: (seal) =>
            Buffer.concat([
              sealHeader(input, seal),
              frame.submissionOf(input, coinbase).subarray(inputBytes),
            ]),
        };
      },
    };
  };
}

/** The salt takes the place of what tells jobs and sessions of Bitcoin apart; the rest of that stays empty. */
function coinbaseWith({ coinbasePrefix, coinbaseSuffix }: BlockFrame, salt: Uint8Array): Uint8Array {
  if (salt.length > freeBytes) throw new RangeError(`a salt has at most ${freeBytes} bytes`);
  return Buffer.concat([coinbasePrefix, salt, Buffer.alloc(freeBytes - salt.length), coinbaseSuffix]);
}

function inputOf(
  { version, previous, bits, height }: NodeTemplate,
  { merkleBranch }: BlockFrame,
  coinbase: Uint8Array,
  time: number,
): Uint8Array {
  const input = Buffer.alloc(inputBytes);
  input.writeUInt32LE(version);
  input.set(fromDisplay(previous), 4);
  let root = sha256d(coinbase);
  for (const sibling of merkleBranch) root = sha256d(Buffer.concat([root, sibling]));
  input.set(root, 36);
  input.writeUInt32LE(time, 68);
  input.writeUInt32LE(bits, 72);
  input.writeUInt32LE(height, 76);
  return input;
}

/**
 * What a stored block says of itself.
 *
 * @throws RangeError where the bytes end too early or are no block
 */
export function readBlock(block: Uint8Array): BlockSummary {
  const { bytes } = kawpowHeader;
  if (block.length <= bytes) throw new RangeError('the block ends too early');
  const { value } = readBitcoin(Buffer.concat([block.subarray(0, inputBytes), block.subarray(bytes)]));
  return { hash: kawpowHeader.nameOf(block.subarray(0, bytes)), value };
}
