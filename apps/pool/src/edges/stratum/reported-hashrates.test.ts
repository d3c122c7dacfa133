import type { Login } from '@openlode/mining/user-string';
import { expect, it } from 'vitest';
import { createReportedHashrates } from './reported-hashrates.ts';

const login = (worker: string): Login => ({
  coin: 'ETC',
  network: 'etc',
  address: '0x1',
  memo: null,
  worker,
  referralCode: null,
});

it('keeps the newest report of each worker of a connection, for ten minutes or as long as it is connected', () => {
  const reports = createReportedHashrates();
  const [one, two, a, b] = [{}, {}, login('a'), login('b')];
  const rates = (now: number) =>
    reports.lines(now).map(({ worker, hashesPerSecond }) => [worker, hashesPerSecond]);
  reports.report(one, 'etchash', a, 10, 0);
  reports.report(one, 'etchash', a, 20, 60_000);
  reports.report(one, 'etchash', b, 5, 60_000);
  reports.report(two, 'etchash', a, 7, 120_000);
  expect(rates(120_000)).toEqual([
    ['a', 20],
    ['b', 5],
    ['a', 7],
  ]);
  expect(rates(660_000)).toEqual([['a', 7]]);
  reports.leave(two);
  expect(rates(120_000)).toEqual([
    ['a', 20],
    ['b', 5],
  ]);
});
