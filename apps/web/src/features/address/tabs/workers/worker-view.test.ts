import type { ShareCounts, WorkerRejects } from '@openlode/contracts/http/account-rejects';
import type { WorkerItem } from '@openlode/contracts/http/account-workers';
import { describe, expect, it } from 'vitest';
import {
  directionOf,
  firstView,
  groupLines,
  prefixOf,
  readView,
  sortedBy,
  sumLines,
  viewWords,
  viewWorkers,
  type WorkerView,
} from './worker-view.ts';

const shares = (accepted: number, stale: number, duplicate = 0): ShareCounts => ({
  accepted,
  rejected: { stale, duplicate, low_difficulty: 0, malformed: 0 },
});
const worker = (name: string, online: boolean, last: number, chr: number): WorkerItem => ({
  name,
  online,
  last,
  rhr: 0,
  chr,
  referral: null,
});
const counted = (name: string, day: ShareCounts): readonly [string, WorkerRejects] => [
  name,
  { algorithm: 'sha256', name, hour: day, day },
];

const workers = [
  worker('rack-a-2', true, 900, 30),
  worker('rack-a-10', true, 950, 10),
  worker('rack-b-1', false, 100, 0),
  worker('rack-b-2', false, 500, 0),
  worker('attic', true, 940, 20),
];
const counts = new Map([
  counted('rack-a-2', shares(970, 30)),
  counted('rack-a-10', shares(99, 1)),
  counted('rack-b-2', shares(90, 0, 10)),
  counted('attic', shares(960, 40)),
]);
const names = (view: Partial<WorkerView>) =>
  viewWorkers(workers, counts, { ...firstView, ...view }).map(({ name }) => name);

describe('viewWorkers', () => {
  it('lists the worker that went offline last first, and those online by name with its number', () => {
    expect(names({})).toEqual(['rack-b-2', 'rack-b-1', 'attic', 'rack-a-2', 'rack-a-10']);
  });

  it.each([
    ['name', false, ['attic', 'rack-a-2', 'rack-a-10', 'rack-b-1', 'rack-b-2']],
    ['name', true, ['rack-b-2', 'rack-b-1', 'rack-a-10', 'rack-a-2', 'attic']],
    ['rate', false, ['rack-a-2', 'attic', 'rack-a-10', 'rack-b-1', 'rack-b-2']],
    ['accepted', false, ['rack-a-2', 'attic', 'rack-a-10', 'rack-b-2', 'rack-b-1']],
    ['stale', false, ['attic', 'rack-a-2', 'rack-a-10', 'rack-b-2', 'rack-b-1']],
    ['rejected', false, ['rack-b-2', 'attic', 'rack-a-2', 'rack-a-10', 'rack-b-1']],
    ['last', true, ['rack-b-1', 'rack-b-2', 'rack-a-2', 'attic', 'rack-a-10']],
  ] as const)('orders by %s, reversed: %s', (sort, isReversed, expected) => {
    expect(names({ sort, isReversed })).toEqual(expected);
  });

  it('finds a part of the name in any case', () => {
    expect(names({ find: ' RACK-A ' })).toEqual(['rack-a-2', 'rack-a-10']);
  });

  it('narrows to a state, or to those whose shares are refused too often', () => {
    expect(names({ state: 'online' })).toEqual(['attic', 'rack-a-2', 'rack-a-10']);
    expect(names({ state: 'offline' })).toEqual(['rack-b-2', 'rack-b-1']);
    // 3 % stale are not too many, 4 % are; 10 % sent twice are.
    expect(names({ state: 'trouble' })).toEqual(['rack-b-2', 'attic']);
  });

  it('lists workers whose shares are not known yet', () => {
    expect(viewWorkers(workers, null, { ...firstView, sort: 'stale' })).toHaveLength(5);
  });
});

describe('groupLines', () => {
  it('sums workers whose names begin alike, the group with most workers offline first', () => {
    const view = { ...firstView, byPrefix: true };
    const groups = groupLines(viewWorkers(workers, counts, view), view);
    expect(groups.map(({ name, total, online, rate, last }) => [name, total, online, rate, last])).toEqual([
      ['rack-b', 2, 0, 0, 500],
      ['attic', 1, 1, 20, 940],
      ['rack-a', 2, 2, 40, 950],
    ]);
    expect(groups.at(-1)?.members.map(({ name }) => name)).toEqual(['rack-a-2', 'rack-a-10']);
  });

  it('adds up what was accepted and refused', () => {
    const { total, online, rate, shares: sum } = sumLines(viewWorkers(workers, counts, firstView));
    expect([total, online, rate]).toEqual([5, 3, 60]);
    expect(sum).toEqual(shares(2119, 71, 10));
  });
});

describe('prefixOf', () => {
  it.each([
    ['rack-d-25-s19jp', 'rack-d'],
    ['rig07', 'rig'],
    ['garage_1', 'garage'],
    ['hall2.row3.17', 'hall'],
    ['office-pc', 'office-pc'],
    ['192x168x0x12', '192x168x0'],
    ['17', '17'],
    ['-1', '-1'],
  ])('%s begins with %s', (name, prefix) => expect(prefixOf(name)).toBe(prefix));
});

describe('a view in the URL', () => {
  it('leaves out what the first view has', () => {
    expect(JSON.stringify(viewWords(firstView))).toBe('{}');
  });

  it('comes back as it was', () => {
    const view: WorkerView = {
      find: 'rack-d',
      state: 'offline',
      sort: 'rate',
      isReversed: true,
      byPrefix: true,
    };
    expect(viewWords(view)).toEqual({ find: 'rack-d', state: 'offline', sort: '-rate', group: 'name' });
    expect(readView(viewWords(view))).toEqual(view);
  });

  it('takes words that say nothing for missing ones', () => {
    expect(readView({ state: 'broken', sort: '-nothing', group: 'x' })).toEqual(firstView);
  });
});

describe('the heads of the columns', () => {
  it('turn the order around when they are pressed again', () => {
    const once = sortedBy(firstView, 'name');
    expect([once.sort, once.isReversed, directionOf(once, 'name')]).toEqual(['name', false, 'ascending']);
    const twice = sortedBy(once, 'name');
    expect([twice.isReversed, directionOf(twice, 'name')]).toEqual([true, 'descending']);
    expect(directionOf(sortedBy(twice, 'rate'), 'rate')).toBe('descending');
    expect(directionOf(twice, 'rate')).toBeUndefined();
  });
});
