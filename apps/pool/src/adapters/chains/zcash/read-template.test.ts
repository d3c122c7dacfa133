import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toDisplay } from '../bitcoin/hash-text.ts';
import { UnreadableAnswer } from '../nodes/node-answers.ts';
import { printCoinbase, readCoinbase } from './coinbase.ts';
import { authDataBranch, authDataRoot, digestsOf } from './digests.ts';
import { frameBlock, printBlock, readBlock } from './frame-block.ts';
import { readTemplate } from './read-template.ts';
import { scriptOf } from './zcash-chain.ts';
import {
  block1046400,
  keyHashAddress,
  mainAddress,
  mainVersion5,
  testAddress,
  testVersion4,
  testVersion5,
} from './testing/recorded.ts';

const script = scriptOf('main', mainAddress);
const read = (changes: Readonly<Record<string, unknown>> = {}) =>
  readTemplate({ ...mainVersion5, ...changes }, script);
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

it.each([
  ['version 5, main network', mainVersion5, script],
  ['version 5, test network', testVersion5, scriptOf('regtest', testAddress)],
  ['version 4, test network', testVersion4, scriptOf('regtest', keyHashAddress)],
])(
  'reads a published template with a coinbase of %s, whose hashes and roots are those of its node',
  (_name, answer, paid) => {
    const { coinbase, value, height } = readTemplate(answer, paid);
    expect([value, height]).toEqual([250_000_000n, answer['height']]);
    const said = answer['coinbasetxn'] as { data: string; hash: string; authdigest: string };
    expect(hexOf(printCoinbase(coinbase))).toBe(said.data);
    const { txid, authDigest } = digestsOf(coinbase);
    expect([toDisplay(txid), toDisplay(authDigest)]).toEqual([said.hash, said.authdigest]);
  },
);

describe('what is refused, in words for the operator', () => {
  const coinbasetxn = mainVersion5['coinbasetxn'] as { readonly data: string };
  const changed = (from: string, to: string) => ({
    coinbasetxn: { ...coinbasetxn, data: coinbasetxn.data.replace(from, to) },
  });
  const roots = mainVersion5['defaultroots'] as Readonly<Record<string, unknown>>;
  it.each([
    [{ coinbasetxn: undefined }, 'coinbasetxn is no object'],
    [{ coinbasevalue: 5, coinbasetxn: { data: '' } }, 'the coinbase ends too early'],
    [changed('05000080', '06000080'), 'the coinbase is of a version that this release does not know'],
    [changed('9087000000', '9087000001'), 'the coinbase has shielded parts, which this release cannot read'],
    [changed('9087000000', '908700000000'), 'there are bytes behind the coinbase'],
    [
      changed('7e7e', '7e7f'),
      'its coinbase pays 0 of 312500000 to the address of the settings: name that as',
    ],
    [changed('80b2e60e', '80b2e60f'), 'its merkleroot is not the one that is computed here'],
    [changed('f09fa693', 'f09fa694'), 'its blockcommitmentshash is not the one that is computed here'],
    [
      { defaultroots: { ...roots, chainhistoryroot: '00'.repeat(32) } },
      'its blockcommitmentshash is not the one that is computed here',
    ],
    [{ transactions: [{ data: '00', hash: '11'.repeat(32) }] }, 'authdigest is not 32 bytes'],
    [
      { transactions: [{ data: '00', hash: '11'.repeat(32), authdigest: '22'.repeat(32) }] },
      'its merkleroot is not the one that is computed here',
    ],
    [{ bits: '1e0fffff' }, 'target is not the one of bits'],
    [{ bits: '00000000' }, 'bits is no target'],
    [{ version: -4 }, 'version is no whole number'],
  ])('%#', (changes, words) => {
    expect(() => read(changes)).toThrow(UnreadableAnswer);
    expect(() => read(changes)).toThrow(words);
  });

  it('whatever a node sends, and nothing else is thrown', () => {
    const field = fc.constantFrom(...Object.keys(mainVersion5));
    fc.assert(
      fc.property(fc.dictionary(field, fc.jsonValue()), (changes) => {
        try {
          read(changes);
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableAnswer);
        }
      }),
    );
  });
});

describe('a block of a template', () => {
  const header = frameBlock('zec-main', read(), '/Openlode test/')(30, true);
  const block = (salt: number) => header.blockWith(new Uint8Array(16).fill(salt));

  it('has a header of its own for each salt, of the time of now', () => {
    const [one, two] = [block(1).work, block(2).work];
    expect(hexOf(one.subarray(0, 36))).toBe(
      `04000000${hexOf(Buffer.from(String(mainVersion5['previousblockhash']), 'hex').reverse())}`,
    );
    // Of version 5 the name of a transaction is that of all but its scripts: the commitments differ.
    expect(hexOf(one.subarray(36, 68))).toBe(hexOf(two.subarray(36, 68)));
    expect(hexOf(one.subarray(68, 100))).not.toBe(hexOf(two.subarray(68, 100)));
    expect(Buffer.from(one).readUInt32LE(100)).toBe(1_654_008_647);
    expect(Buffer.from(one).readUInt32LE(104)).toBe(0x1f055554);
    expect(header).toMatchObject({ family: 'zcash', height: 1_687_105, timestamp: 1_654_008_647_000n });
  });

  it('is stored whole, and read again', () => {
    const seal = new Uint8Array(140 + 1344).fill(9);
    const stored = block(7).submissionOf(seal);
    expect(readBlock(stored, script)).toEqual({ hash: block(7).hashOf(seal), value: 250_000_000n });
    const { coinbase } = readCoinbase(stored.subarray(1488));
    // The height first, then what no one can foresee, then the pool's name.
    expect(hexOf(coinbase.script)).toBe(
      `0341be1910${'07'.repeat(16)}0f${hexOf(Buffer.from('/Openlode test/'))}`,
    );
    expect(() => readBlock(stored.subarray(0, 1480), script)).toThrow(
      'there is no solution behind the header',
    );
    expect(() => block(7).submissionOf(new Uint8Array(80))).toThrow(
      'a header and its solution have 1484 bytes',
    );
  });
});

it('prints a block of the main network byte for byte', () => {
  const { bytes, hash, address } = block1046400;
  const paid = scriptOf('main', address);
  expect(readBlock(bytes, paid)).toEqual({ hash, value: 250_000_000n });
  const { coinbase } = readCoinbase(bytes.subarray(1488));
  const seal = Buffer.concat([bytes.subarray(0, 140), bytes.subarray(143, 1487)]);
  expect(hexOf(printBlock({ transactions: [] }, coinbase, seal))).toBe(hexOf(bytes));
  expect(hexOf(digestsOf(coinbase).txid)).toBe(hexOf(bytes.subarray(36, 68)));
});

it('folds the tree of authorizing data from any number of leaves', () => {
  const leaves = [1, 2, 3, 4, 5].map((value) => new Uint8Array(32).fill(value));
  const [first = new Uint8Array(), ...others] = leaves;
  const branch = authDataBranch(others);
  expect(branch).toHaveLength(3);
  expect(hexOf(branch[0] ?? first)).toBe('02'.repeat(32));
  expect(hexOf(authDataRoot(first, []))).toBe('01'.repeat(32));
  expect(authDataBranch([])).toEqual([]);
  // Three leaves are filled up with one of zeros.
  const [, pair] = authDataBranch(leaves.slice(1, 3));
  expect(hexOf(authDataRoot(leaves[2] ?? first, [new Uint8Array(32)]))).toBe(hexOf(pair ?? first));
});
