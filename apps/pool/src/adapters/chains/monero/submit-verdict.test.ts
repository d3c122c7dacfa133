import { describe, expect, it } from 'vitest';
import { readBlockAtNode, verdictOf } from './submit-verdict.ts';

const ok = { kind: 'result', value: { status: 'OK' } } as const;
const refused = (code: number) => ({ kind: 'refused', code, why: `code ${code}` }) as const;
const best = { height: 9, confirmations: 1 };
const beside = { height: 9, confirmations: -1 };
const hash = 'ab'.repeat(32);

describe('what monerod says of a block', () => {
  it.each([
    [ok, best, 'accepted'],
    // It says OK to the second block of a height, too, …
    [ok, beside, 'inconclusive'],
    // … and to one whose parent it does not know, which it throws away.
    [ok, undefined, 'unknown'],
    [ok, 'unanswered', 'unknown'],
    [{ kind: 'result', value: { status: 'BUSY' } }, undefined, 'unknown'],
    [{ kind: 'result', value: null }, undefined, 'unknown'],
    // It had taken it, although it says no, or nothing.
    [refused(-7), best, 'duplicate'],
    [refused(-7), beside, 'inconclusive'],
    [{ kind: 'unanswered', why: 'no answer within 30 s' }, best, 'duplicate'],
    [refused(-7), undefined, 'invalid'],
    // It has not said that it does not have it.
    [refused(-7), 'unanswered', 'unknown'],
    [refused(-6), undefined, 'invalid'],
    [refused(-10), 'unanswered', 'invalid'],
    // Core is busy.
    [refused(-9), undefined, 'unknown'],
    [refused(-32601), undefined, 'unknown'],
    [{ kind: 'unanswered', why: 'connect ECONNREFUSED' }, 'unanswered', 'unknown'],
    [{ kind: 'busy', why: 'status 503' }, 'unanswered', 'unknown'],
  ] as const)('%j, and it has %j: %s', (outcome, found, kind) => {
    expect(verdictOf(outcome, found).kind).toBe(kind);
  });
});

describe('what monerod knows of a block', () => {
  const header = (fields: object) =>
    ({
      kind: 'result',
      value: { status: 'OK', block_header: { hash, height: 92, depth: 3, orphan_status: false, ...fields } },
    }) as const;

  it('is its height and how many stand on it', () => {
    expect(readBlockAtNode(header({}), hash)).toEqual({ height: 92, confirmations: 4 });
    expect(readBlockAtNode(header({ orphan_status: true, depth: 0 }), hash)).toEqual({
      height: 92,
      confirmations: -1,
    });
    const why = `Internal error: can't get block by hash. Hash = ${hash}.`;
    expect(readBlockAtNode({ kind: 'refused', code: -5, why }, hash)).toBeUndefined();
  });

  it.each([
    [{ kind: 'refused', code: -5, why: 'Internal error' }, 'Internal error'],
    [{ kind: 'unanswered', why: 'no answer' }, 'no answer'],
    [header({ hash: 'cd'.repeat(32) }), 'it answers with another block'],
    [header({ depth: -1 }), 'depth is no whole number from 0 on'],
    [header({ orphan_status: 'no' }), 'orphan_status is neither true nor false'],
    [{ kind: 'result', value: { status: 'BUSY' } }, 'it answers get_block_header_by_hash with BUSY'],
  ] as const)('%j says nothing', (outcome, why) => {
    expect(() => readBlockAtNode(outcome, hash)).toThrow(why);
  });
});
