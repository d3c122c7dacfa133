import { describe, expect, it } from 'vitest';
import { railTable } from './crash-table-of-rails.ts';

const life = {
  seed: 1,
  processes: 1,
  payouts: 3,
  settled: 2,
  released: 1,
  waiting: [],
  overpaid: '0',
  lost: '0',
  wrong: [],
} as const;

describe('the table of faults over real nodes', () => {
  it('counts each fault by its rail, and what operators do beside', () => {
    expect(
      railTable([
        { ...life, rail: 'token', counts: { 'killed at a call': 2, 'an operator cancels': 1 } },
        { ...life, rail: 'ether', processes: 2, counts: { 'a branch given up': 1 }, lost: '5' },
        { ...life, rail: 'ether', seed: 2, counts: { 'killed at a call': 4 } },
      ]),
    ).toEqual([
      '|  | ether | token | all |',
      '| --- | --: | --: | --: |',
      '| lives | 2 | 1 | 3 |',
      '| of these with two processes at once | 1 | 0 | 1 |',
      '| a branch given up | 1 | 0 | 1 |',
      '| killed at a call | 4 | 2 | 6 |',
      '| **faults in all** | 5 | 2 | 7 |',
      '| an operator cancels | 0 | 1 | 1 |',
      '| payouts | 6 | 3 | 9 |',
      '| settled | 4 | 2 | 6 |',
      '| released, money given back | 2 | 1 | 3 |',
      '| waiting, and named for what | 0 | 0 | 0 |',
      '| **overpaid** | 0 | 0 | 0 |',
      '| **lost** | 5 | 0 | 5 |',
      '| anything else wrong | 0 | 0 | 0 |',
    ]);
  });
});
