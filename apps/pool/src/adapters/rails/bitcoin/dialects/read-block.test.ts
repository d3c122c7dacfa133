import { RawOldTx } from '@scure/btc-signer/script.js';
import { expect, it } from 'vitest';
import { toDisplay } from '../../../chains/bitcoin/hash-text.ts';
import { sha256d } from '../../../chains/bitcoin/sha256d.ts';
import { readTransaction } from '../read-transaction.ts';
import { readBlock } from './read-block.ts';

const transaction = (seed: number): Uint8Array =>
  RawOldTx.encode({
    version: 1,
    inputs: [
      {
        txid: new Uint8Array(32).fill(seed),
        index: seed,
        finalScriptSig: Uint8Array.of(seed),
        sequence: seed,
      },
    ],
    outputs: [{ amount: BigInt(seed), script: Uint8Array.of(0x51) }],
    lockTime: 0,
  });
const all = [transaction(1), transaction(2), transaction(3)];
const header = (version: number): Uint8Array => {
  const bytes = new Uint8Array(80).fill(7);
  new DataView(bytes.buffer).setInt32(0, version, true);
  return bytes;
};
/** The work of another chain: its coinbase, its block, the way to it, its place, a way and a place in that coinbase, and its header. */
const otherWork = Uint8Array.of(
  ...transaction(9),
  ...new Uint8Array(32).fill(1),
  2,
  ...new Uint8Array(64),
  ...new Uint8Array(4),
  1,
  ...new Uint8Array(32),
  ...new Uint8Array(4),
  ...new Uint8Array(80),
);
const block = (version: number, work: Uint8Array = new Uint8Array()) => {
  const head = header(version);
  const body = all.flatMap((each) => [...each]);
  return { name: toDisplay(sha256d(head)), bytes: Uint8Array.of(...head, ...work, all.length, ...body) };
};

it.each([
  ['by itself', block(0x0062_0004)],
  ['with the work of another chain', block(0x0062_0104, otherWork)],
] as const)('reads the transactions of a block %s', (_how, { name, bytes }) => {
  expect(readBlock(bytes, name)).toEqual(all.map((each) => readTransaction(each)));
});

it('reads none of another block, of one that is cut off, or that goes on', () => {
  const { name, bytes } = block(4);
  expect(() => readBlock(bytes, '00'.repeat(32))).toThrow('it gives another block');
  expect(() => readBlock(bytes.subarray(0, 60), name)).toThrow('it gives another block');
  expect(() => readBlock(bytes.subarray(0, -1), name)).toThrow('cannot be read');
  expect(() => readBlock(Uint8Array.of(...bytes, 0), name)).toThrow('cannot be read');
  // Marked as if another chain's work followed.
  const { name: marked, bytes: without } = block(0x104);
  expect(() => readBlock(without, marked)).toThrow('cannot be read');
});
