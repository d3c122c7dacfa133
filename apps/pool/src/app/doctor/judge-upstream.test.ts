import { describe, expect, it } from 'vitest';
import type { UpstreamStanding } from '../../domain/views/upstream-standing.ts';
import { judgeUpstream } from './judge-upstream.ts';

const day = 86_400_000;
const now = 1_800_000_000_000;
const good: UpstreamStanding = {
  upstream: 'other-pool',
  algorithm: 'scrypt',
  hasWork: true,
  connections: 2,
  forwarded: 100,
  acceptedPercent: '98.00',
  forwardedPercent: '180.00',
  blocksFound: 10,
  blocksExpected: '32.28',
  networkPercent: null,
  unsent: 0,
  lastIncomeAt: now - 2 * day,
  unpaidSince: now - 3 * day,
  usualIntervalMs: day,
  dueSince: null,
  newestPerBlock: '11.25',
  earlierPerBlock: '12.5',
  paidPerBlock: '11.25',
  expectedPerBlock: '12.5',
  incomePercent: '96.00',
  incomeLeast: '96.00',
  incomeDays: 8,
  incomeNotJudged: null,
  byLuck: false,
  fates: { waiting: 3, 'in-chain': 30, lost: 2, missing: 0, unjudged: 4 },
  notJudged: null,
};

describe('how another pool stands, in the words of the doctor', () => {
  it('is well where it takes shares and pays as it did', () => {
    expect(judgeUpstream(good, now)).toEqual([
      {
        subject: 'upstream other-pool',
        state: 'well',
        found: 'it gives work, and takes 98.00% of 100 shares',
        advice: '',
      },
    ]);
    // A few shares say nothing, nor does a pool that has never paid, or owes nothing.
    for (const fine of [
      { forwarded: 99, acceptedPercent: '0.00' },
      { lastIncomeAt: null, usualIntervalMs: null, newestPerBlock: null, earlierPerBlock: null },
      { unpaidSince: null, lastIncomeAt: now - 9 * day },
      { forwarded: 99, forwardedPercent: '190.00' },
      { forwarded: 9, forwardedPercent: '10.00' },
      { forwardedPercent: null, expectedPerBlock: null },
      { incomePercent: null, incomeLeast: null, incomeDays: null },
      { byLuck: true, newestPerBlock: '1' },
      { byLuck: null, newestPerBlock: '1' },
    ])
      expect(judgeUpstream({ ...good, ...fine }, now)[0]?.state).toBe('well');
  });

  it.each<[string | null, boolean]>([
    [null, false],
    ['80.00', false],
    ['125.00', false],
    ['79.99', true],
    ['125.01', true],
    ['200.00', true],
  ])('says where its jobs name another network than our nodes: %s%%', (networkPercent, isNamed) => {
    const [line] = judgeUpstream({ ...good, networkPercent }, now);
    expect([line?.state, line?.found]).toEqual(
      isNamed
        ? [
            'warning',
            `its jobs say that a block takes ${networkPercent}% of the hashes that our own nodes say`,
          ]
        : ['well', 'it gives work, and takes 98.00% of 100 shares'],
    );
  });

  it('says where what it pays is held against nothing, and what is to be written into the file', () => {
    const why =
      'no node says what a block of KAS brings; where no chain of the file is KAS, write coinsPerBlock into this upstream';
    const [line] = judgeUpstream(
      { ...good, incomePercent: null, incomeLeast: null, incomeNotJudged: why },
      now,
    );
    expect(line).toMatchObject({
      state: 'well',
      found: `it gives work, and takes 98.00% of 100 shares; whether it pays what its work is worth is not judged: ${why}`,
    });
  });

  it('says where its blocks in the chain cannot be judged', () => {
    const unseen = { ...good, notJudged: 'the settings name no node of BTC' };
    expect(judgeUpstream(unseen, now)[0]?.found).toBe(
      'it gives work, and takes 98.00% of 100 shares; whether its blocks are in the chain cannot be judged: the settings name no node of BTC',
    );
  });

  it('holds missing blocks against what races explain', () => {
    const adviceOf = (missing: number, found: number): string | undefined =>
      judgeUpstream({ ...good, fates: { ...good.fates, 'in-chain': found, lost: 0, missing } }, now)[0]
        ?.advice;
    const races =
      'A pool loses one in some hundred to races. Look them up at another source: openlode income blocks names them.';
    expect(adviceOf(1, 0)).toBe(races);
    expect(adviceOf(3, 0)).toBe(races);
    expect(adviceOf(4, 3)).toMatch(/^More than races explain/);
    expect(adviceOf(4, 4)).toBe(races);
  });

  it.each<[Partial<UpstreamStanding>, string]>([
    [{ hasWork: false }, 'it gives no work, or takes none of the shares that are sent on'],
    [{ acceptedPercent: '97.99' }, 'it takes only 97.99% of the work that was sent on'],
    [
      { forwarded: 6400, forwardedPercent: '89.99' },
      'what was sent on stands for 89.99% of the work that was judged here, in 6400 shares',
    ],
    [
      { forwarded: 10, forwardedPercent: '10.00' },
      'what was sent on stands for 10.00% of the work that was judged here, in 10 shares',
    ],
    [
      { forwarded: 1, forwardedPercent: '0.00' },
      'what was sent on stands for 0.00% of the work that was judged here, in 1 shares',
    ],
    [
      { forwarded: 100, forwardedPercent: '180.01' },
      'what was sent on stands for 180.01% of the work that was judged here, in 100 shares',
    ],
    [
      { incomePercent: '95.99' },
      'for the work of 8 days it has paid 95.99% of what a block brings less what it keeps, and 96.00% is the least by the way in which it pays',
    ],
    [
      { fates: { ...good.fates, missing: 1 } },
      '1 of 33 blocks that were found here in 35 days are in no chain that our nodes know, though it was sent them in time',
    ],
    [
      { blocksFound: 0, blocksExpected: '18.43' },
      'its miners found 0 blocks, and their work finds 18.43: by chance once in 100,936,282 pools',
    ],
    [
      { blocksFound: 900, blocksExpected: '2000.00' },
      'its miners found 900 blocks, and their work finds 2000.00: by chance less than once in a trillion pools',
    ],
    [
      { hasWork: null },
      'no process that takes miners gives its work, or none has said so within the last minute',
    ],
    [{ unsent: 3 }, '3 shares were not sent on since the pool began, because it left too many unanswered'],
    [{ lastIncomeAt: now - 2 * day - 1 }, 'it has not paid for 48 hours, and pays every 24 usually'],
    [
      { newestPerBlock: '11.24' },
      'its newest payment has 11.24 for the work of a block, and those before it had 12.5',
    ],
  ])('is told of where something is wrong: %j', (wrong, fault) => {
    expect(judgeUpstream({ ...good, ...wrong }, now)).toMatchObject([{ state: 'warning', found: fault }]);
  });
});
