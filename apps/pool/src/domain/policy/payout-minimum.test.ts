import { describe, expect, it } from 'vitest';
import { judgeMinimum, type MinimumQuestion } from './payout-minimum.ts';

const hour = 3_600_000;
const question: MinimumQuestion = {
  usual: 100n,
  current: 100n,
  cost: 1n,
  sharePercent: 1,
  spell: undefined,
  now: 100 * hour,
};
const judge = (more: Partial<MinimumQuestion>) => judgeMinimum({ ...question, ...more });
/** Of a spell that was seen an hour ago, unless it began just now. */
const up = (cost: bigint, hoursAgo: number, seen = hoursAgo === 0 ? 0 : 1) =>
  ({ direction: 'up', since: (100 - hoursAgo) * hour, lookedAt: (100 - seen) * hour, cost }) as const;
const down = (cost: bigint, hoursAgo: number) => ({ ...up(cost, hoursAgo), direction: 'down' }) as const;

describe('judgeMinimum', () => {
  it('stays where the network takes no larger share, and where that is nothing', () => {
    expect(judge({ cost: 1n })).toEqual({ kind: 'stays' });
    expect(judge({ cost: 0n })).toEqual({ kind: 'stays' });
    expect(judge({ cost: 3n, sharePercent: 3 })).toEqual({ kind: 'stays' });
  });

  it('follows fees that have asked for it for six hours, by the cheapest of them', () => {
    expect(judge({ cost: 4n })).toEqual({ kind: 'asked', spell: up(4n, 0) });
    expect(judge({ cost: 3n, spell: up(4n, 5) })).toEqual({ kind: 'asked', spell: up(3n, 5, 0) });
    expect(judge({ cost: 9n, spell: up(3n, 5) })).toEqual({ kind: 'asked', spell: up(3n, 5, 0) });
    expect(judge({ cost: 9n, spell: up(3n, 6) })).toEqual({ kind: 'changes', amount: 500n, cost: 3n });
  });

  it('begins again after fees that did not ask for it', () => {
    expect(judge({ cost: 1n, spell: up(3n, 6) })).toEqual({ kind: 'stays' });
    expect(judge({ cost: 3n, spell: down(3n, 6) })).toEqual({ kind: 'asked', spell: up(3n, 0) });
    // A clock that was ahead.
    expect(judge({ cost: 3n, spell: up(3n, -9) })).toEqual({ kind: 'asked', spell: up(3n, 0) });
    // Hours in which the pool did not run.
    expect(judge({ cost: 3n, spell: up(3n, 8, 2) })).toEqual({ kind: 'asked', spell: up(3n, 0) });
  });

  it('falls only where fees have fallen well below it, by the dearest of six hours', () => {
    const high = { current: 500n };
    expect(judge({ ...high, cost: 2n })).toEqual({ kind: 'stays' });
    expect(judge({ ...high, cost: 1n })).toEqual({ kind: 'asked', spell: down(1n, 0) });
    expect(judge({ ...high, cost: 0n, spell: down(1n, 6) })).toEqual({
      kind: 'changes',
      amount: 100n,
      cost: 1n,
    });
  });

  it('is never below the usual one', () => {
    expect(judge({ current: 1000n, usual: 300n, cost: 1n, spell: down(1n, 6) })).toEqual({
      kind: 'changes',
      amount: 300n,
      cost: 1n,
    });
  });
});
