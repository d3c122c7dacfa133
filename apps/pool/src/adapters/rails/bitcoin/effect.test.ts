import fc from 'fast-check';
import { RawOldTx } from '@scure/btc-signer/script.js';
import { describe, expect, it } from 'vitest';
import { readTransaction } from './read-transaction.ts';

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
const script = fc.uint8Array({ minLength: 1, maxLength: 60 });
const transaction = fc.record({
  version: fc.integer({ min: 1, max: 0x7fff_ffff }),
  inputs: fc.array(
    fc.record({
      txid: bytes32,
      index: fc.integer({ min: 0, max: 0xffff_ffff }),
      finalScriptSig: script,
      sequence: fc.integer({ min: 0, max: 0xffff_ffff }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  outputs: fc.array(fc.record({ amount: fc.bigInt({ min: 0n, max: 10n ** 15n }), script }), {
    minLength: 1,
    maxLength: 4,
  }),
  lockTime: fc.integer({ min: 0, max: 0xffff_ffff }),
});
type Draft = Parameters<typeof RawOldTx.encode>[0];

const read = (draft: Draft) => readTransaction(RawOldTx.encode(draft));
const withScripts = (draft: Draft, scripts: readonly Uint8Array[]): Draft => ({
  ...draft,
  inputs: draft.inputs.map((input, at) => ({ ...input, finalScriptSig: scripts[at] ?? new Uint8Array() })),
});

describe('the effect of a transaction', () => {
  it('is the id that it has before it is signed', () => {
    fc.assert(
      fc.property(transaction, (draft) => {
        const bare = read(withScripts(draft, []));
        expect(read(draft).effect).toBe(bare.txid);
        expect(bare.effect).toBe(bare.txid);
      }),
    );
  });

  it('is the same whatever stands in the place of its signatures, which changes its id', () => {
    fc.assert(
      fc.property(transaction, fc.array(script, { minLength: 4, maxLength: 4 }), (draft, scripts) => {
        const other = withScripts(draft, scripts);
        expect(read(other).effect).toBe(read(draft).effect);
        const isSame = draft.inputs.every(
          ({ finalScriptSig }, at) => Buffer.compare(finalScriptSig, scripts[at] ?? new Uint8Array()) === 0,
        );
        expect(read(other).txid === read(draft).txid).toBe(isSame);
      }),
    );
  });

  it.each<readonly [string, (draft: Draft) => Draft]>([
    ['another version', (draft) => ({ ...draft, version: draft.version ^ 1 || 2 })],
    ['another lock time', (draft) => ({ ...draft, lockTime: draft.lockTime === 0 ? 1 : draft.lockTime - 1 })],
    [
      'another coin',
      ({ inputs: [first, ...rest], ...draft }) => ({ ...draft, inputs: [changed(first, 'index'), ...rest] }),
    ],
    [
      'another sequence',
      ({ inputs: [first, ...rest], ...draft }) => ({
        ...draft,
        inputs: [changed(first, 'sequence'), ...rest],
      }),
    ],
    ['a coin more', (draft) => ({ ...draft, inputs: [...draft.inputs, ...draft.inputs.slice(0, 1)] })],
    ['a coin less', (draft) => ({ ...draft, inputs: draft.inputs.slice(1) })],
    [
      'another amount',
      ({ outputs: [first, ...rest], ...draft }) => ({
        ...draft,
        outputs: [{ script: first?.script ?? new Uint8Array(), amount: (first?.amount ?? 0n) + 1n }, ...rest],
      }),
    ],
    [
      'another payee',
      ({ outputs: [first, ...rest], ...draft }) => ({
        ...draft,
        outputs: [
          { amount: first?.amount ?? 0n, script: Uint8Array.of(0x51, ...(first?.script ?? [])) },
          ...rest,
        ],
      }),
    ],
    ['an output less', (draft) => ({ ...draft, outputs: draft.outputs.slice(1) })],
  ])('differs with %s', (_name, change) => {
    fc.assert(
      fc.property(transaction, (draft) => {
        const other = change(draft);
        if (other.inputs.length === 0) return;
        expect(read(other).effect).not.toBe(read(draft).effect);
      }),
    );
  });

  it('differs where two outputs change places', () => {
    fc.assert(
      fc.property(transaction, (draft) => {
        const other = { ...draft, outputs: draft.outputs.toReversed() };
        const text = ({ outputs }: Draft) =>
          outputs.map((each) => `${Buffer.from(each.script).toString('hex')} ${each.amount}`).join();
        expect(read(other).effect === read(draft).effect).toBe(text(other) === text(draft));
      }),
    );
  });
});

function changed(
  input: Draft['inputs'][number] | undefined,
  field: 'index' | 'sequence',
): Draft['inputs'][number] {
  if (input === undefined) throw new Error('there is no input');
  return { ...input, [field]: input[field] === 0 ? 1 : input[field] - 1 };
}
