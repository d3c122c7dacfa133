import { describe, expect, it } from 'vitest';
import type { RpcOutcome } from '../../chains/nodes/rpc-answer.ts';
import { joinVerdicts } from '../send-verdicts.ts';
import { sendVerdict } from './send-verdict.ts';

const refused = (code: number, why: string): RpcOutcome => ({ kind: 'refused', code, why });

describe('sendVerdict', () => {
  it.each([
    ['the id', { kind: 'result', value: 'ab' }],
    ['that it stands in a block', refused(-27, 'Transaction already in block chain')],
    ['that it waits already', refused(-26, 'txn-already-in-mempool')],
    ['that it is known already', refused(-26, 'txn-already-known')],
  ] as const)('is taken where the node says %s', (_name, outcome) => {
    expect(sendVerdict(outcome)).toEqual({ kind: 'taken' });
  });

  it.each([
    [
      -25,
      'bad-txns-inputs-missingorspent',
      'a coin that it spends is spent, or not known here (bad-txns-inputs-missingorspent)',
    ],
    [-25, 'Missing inputs', 'a coin that it spends is spent, or not known here (Missing inputs)'],
    [
      -26,
      'txn-mempool-conflict',
      'another transaction that waits spends the same coin (txn-mempool-conflict)',
    ],
    [-26, 'txn-txpool-conflict', 'another transaction that waits spends the same coin (txn-txpool-conflict)'],
    [
      -26,
      'min relay fee not met, 10 < 141',
      'its fee is too low at the moment (min relay fee not met, 10 < 141)',
    ],
    [-26, 'mempool min fee not met', 'its fee is too low at the moment (mempool min fee not met)'],
    [-26, 'dust', 'it pays less than the network takes (dust)'],
    [
      -26,
      'too-long-mempool-chain',
      'too many transactions that wait depend on each other (too-long-mempool-chain)',
    ],
    [-22, 'TX decode failed', 'TX decode failed'],
  ] as const)('is refused in words: %s %s', (code, why, words) => {
    expect(sendVerdict(refused(code, why))).toEqual({ kind: 'refused', why: words });
  });

  it.each(['busy', 'unanswered', 'unauthorized'] as const)('is unknown where the node is %s', (kind) => {
    expect(sendVerdict({ kind, why: 'no' })).toEqual({ kind: 'unknown', why: 'no' });
  });
});

describe('joinVerdicts', () => {
  const taken = { node: 'one', verdict: { kind: 'taken' } } as const;
  const refusal = { node: 'two', verdict: { kind: 'refused', why: 'dust' } } as const;
  const unknown = { node: 'three', verdict: { kind: 'unknown', why: 'no answer' } } as const;

  it('is taken where one node took it, whatever others say', () => {
    expect(joinVerdicts([refusal, unknown, taken])).toEqual({ kind: 'taken' });
  });

  it('is refused where all that answered refuse, each by its name', () => {
    expect(joinVerdicts([refusal, unknown])).toEqual({ kind: 'refused', why: 'two: dust' });
  });

  it('is no answer where none has answered', () => {
    expect(() => joinVerdicts([unknown])).toThrow('no node has answered: three: no answer');
  });
});
