import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UnreadableAnswer } from '../nodes/node-answers.ts';
import { readTemplate } from './read-template.ts';
import { bcoin1, height131, height432 } from './testing/recorded.ts';

const facts = { rules: ['segwit', 'mweb'] };
const read = (changes: Readonly<Record<string, unknown>>) =>
  readTemplate({ ...height131.answer, ...changes }, facts);

it('reads a recorded template', () => {
  const { transactions, ...template } = readTemplate(height131.answer, facts);
  expect(transactions.map(({ bytes }) => bytes.length)).toEqual([222, 222, 222]);
  expect(template).toEqual({
    height: 131,
    previous: 'b5c5288952f80e8414e482e4953eeeb85f24227b3f39f20c3e76afe3f3d051d6',
    version: 0x20000000,
    bits: 0x207fffff,
    time: 1795449597,
    value: 5_000_004_230n,
    fees: 4230n,
    demanded: [],
    payload: undefined,
    flags: new Uint8Array(0),
    witnessCommitment: Buffer.from(
      '6a24aa21a9ed596efdbc8af8f331f2b8332046968d364fa34d9f5396a33c97066bcdd41d8578',
      'hex',
    ),
    extension: undefined,
  });
});

it('leaves out a commitment that the block must not have yet, as bcoin names it', () => {
  const template = readTemplate(bcoin1, { rules: ['segwit'] });
  expect(template).toMatchObject({ height: 1, value: 5_000_000_000n, witnessCommitment: undefined });
  expect(Buffer.from(template.flags).toString()).toBe('mined by bcoin');
  expect(
    readTemplate({ ...bcoin1, rules: ['!segwit'] }, { rules: ['segwit'] }).witnessCommitment,
  ).toHaveLength(38);
});

it('reads a template without witnesses, whose transactions have one hash and keep their order (Bitcoin Cash)', () => {
  const { rules: _rules, default_witness_commitment: _commitment, ...rest } = height131.answer;
  const transactions = ['ff', '01'].map((digits) => ({ hash: digits.repeat(32), data: digits }));
  const template = readTemplate({ ...rest, transactions }, { rules: [] });
  expect(template.witnessCommitment).toBeUndefined();
  expect(template.transactions.map(({ bytes }) => Buffer.from(bytes).toString('hex'))).toEqual(['ff', '01']);
});

it('knows no fees where a transaction has none that is a number', () => {
  const [first, ...others] = height131.answer['transactions'] as readonly object[];
  for (const fee of [undefined, -1, 0.5, '7'])
    expect(read({ transactions: [{ ...first, fee }, ...others] }).fees).toBeUndefined();
  expect(read({ transactions: [] }).fees).toBe(0n);
});

it('reads the extension block of Litecoin', () => {
  expect(readTemplate(height432.answer, facts).extension?.length).toBe(2099);
});

describe('what is refused, in words for the operator', () => {
  it.each([
    [{ founder: { payee: 'x', amount: 1 } }, "the block must carry the founder's part (founder)"],
    [{ smartnode: [{ payee: 'x' }] }, 'the block must carry payments to smartnodes (smartnode)'],
    [{ fundingstreams: [{}] }, 'the block must carry payments to funding streams (fundingstreams)'],
    [{ coinbasetxn: { data: '00' } }, 'a coinbase that the node has built itself (coinbasetxn)'],
    [{ coinbase_payload: '0200' }, 'a payload behind the coinbase (coinbase_payload)'],
    [{ rules: ['!newlaw'] }, 'the block must obey the rule newlaw, which this release does not know'],
    [{ height: -1 }, 'height is no whole number'],
    [{ height: '131' }, 'height is no whole number'],
    [{ coinbasevalue: 1.5 }, 'coinbasevalue is no whole number'],
    [{ previousblockhash: 'b5' }, 'previousblockhash is not 32 bytes'],
    [{ bits: '00000000' }, 'bits is no target'],
    [{ bits: '1e0fffff' }, 'target is not the one of bits'],
    [{ transactions: {} }, 'transactions is no list'],
    [{ transactions: [{ txid: 'zz', data: '00' }] }, 'txid is not 32 bytes'],
    [{ default_witness_commitment: '00'.repeat(38) }, 'is no commitment to witnesses'],
    [{ coinbaseaux: { flags: '00'.repeat(21) } }, 'coinbaseaux wants 21 bytes, 20 at most have room'],
    [{ mweb: 'abc' }, 'mweb is not whole bytes'],
  ])('%j', (changes, words) => {
    expect(() => read(changes)).toThrow(UnreadableAnswer);
    expect(() => read(changes)).toThrow(words);
  });

  it('not a payment that is not due', () => {
    expect(read({ smartnode: [], superblock: [], founder: {}, coinbase_payload: '' }).height).toBe(131);
  });
});

it('reads or refuses whatever a node sends, and throws nothing else', () => {
  const field = fc.constantFrom(...Object.keys(height432.answer));
  fc.assert(
    fc.property(fc.dictionary(field, fc.jsonValue()), (changes) => {
      try {
        readTemplate({ ...height432.answer, ...changes }, facts);
      } catch (error) {
        expect(error).toBeInstanceOf(UnreadableAnswer);
      }
    }),
  );
});
