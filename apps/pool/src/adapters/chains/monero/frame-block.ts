import { compactOf } from '@openlode/stratum/core/difficulty';
import type { HeaderTemplate } from '../../../domain/kernel/block-template.ts';
import { blockId, fillBlob, treeBranch } from './block-id.ts';
import { type CoinbaseKeys } from './payee.ts';
import { type MoneroTemplate, transactionKeyFrom } from './read-template.ts';

/** Bytes of a coinbase that make a job's block different from all others. */
export const saltBytes = 16;
const hashMax = 2n ** 256n - 1n;

/**
 * Builds the block of a node's template around a coinbase that pays the operator.
 *
 * @param keys of the coinbase, made here: those that the node has put there are overwritten
 * @param tag text behind the salt of every coinbase
 */
export function frameBlock(
  chain: string,
  template: MoneroTemplate,
  { keys, tag }: { readonly keys: CoinbaseKeys; readonly tag: string },
): Omit<HeaderTemplate, 'clean'> {
  const { parts, reserveAt, difficulty, seedHash, nextSeedHash } = template;
  const block = withKeys(template, keys);
  block.set(Buffer.from(tag, 'latin1'), reserveAt + saltBytes);
  const branch = treeBranch(parts.transactions);
  const count = parts.transactions.length + 1;
  const networkTarget = hashMax / difficulty;
  return {
    family: 'monero',
    chain,
    height: template.height,
    previousHash: parts.previous,
    networkWork: difficulty,
    networkTarget,
    bits: compactOf(networkTarget),
    timestamp: parts.time * 1000n,
    seeds: { seedHash, ...(nextSeedHash === undefined ? {} : { nextSeedHash }) },
    blockWith(salt) {
      if (salt.length !== saltBytes) throw new RangeError(`a salt has ${saltBytes} bytes`);
      const own = block.slice();
      own.set(salt, reserveAt);
      const work = fillBlob(own, parts, branch, count);
      return {
        work,
        whole: { bytes: own, saltAt: reserveAt },
        hashOf: (nonce) => blockId(withNonce(work, parts.nonceAt, nonce)),
        submissionOf: (nonce) => withNonce(own, parts.nonceAt, nonce),
      };
    },
  };
}

function withKeys({ block, parts }: MoneroTemplate, keys: CoinbaseKeys): Uint8Array {
  const { outputs, extraAt } = parts.minerTransaction;
  const own = block.slice();
  own.set(keys.transaction, extraAt + transactionKeyFrom);
  for (const { keyAt, hasViewTag } of outputs) {
    own.set(keys.output, keyAt);
    if (hasViewTag) own[keyAt + keys.output.length] = keys.viewTag;
  }
  return own;
}

function withNonce(bytes: Uint8Array, nonceAt: number, nonce: Uint8Array): Uint8Array {
  if (nonce.length !== 4) throw new RangeError('a nonce has 4 bytes');
  const own = bytes.slice();
  own.set(nonce, nonceAt);
  return own;
}
