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
  for (const [connection, miner] of [
    [one, a],
    [one, b],
    [two, a],
  ] as const)
    reports.prove(connection, miner);
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

it('counts what a connection says of a worker once it has had a share of that worker accepted, and then at once', () => {
  const reports = createReportedHashrates();
  const [miner, stranger, a, b] = [{}, {}, login('a'), login('b')];
  const said = () => reports.lines(0).map(({ worker, hashesPerSecond }) => [worker, hashesPerSecond]);
  // Programs report as soon as they hash, which is before their first share.
  reports.report(miner, 'etchash', a, 30, 0);
  reports.report(stranger, 'etchash', login('a'), 999, 0);
  expect(said()).toEqual([]);
  reports.prove(miner, a);
  expect(said()).toEqual([['a', 30]]);
  // A proxy's other worker is another's until it has a share, too.
  reports.report(miner, 'etchash', b, 5, 0);
  expect(said()).toEqual([['a', 30]]);
  reports.prove(miner, b);
  expect(said()).toEqual([
    ['a', 30],
    ['b', 5],
  ]);
  // Another connection of the same machine begins again.
  reports.leave(miner);
  reports.report(miner, 'etchash', a, 30, 0);
  expect(said()).toEqual([]);
});
