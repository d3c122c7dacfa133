import type { Login } from '@openlode/mining/user-string';
import fc from 'fast-check';
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
    reports.prove(connection, miner, 1_000_000n, 0);
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
  reports.prove(miner, a, 1000n, 0);
  expect(said()).toEqual([['a', 30]]);
  // A proxy's other worker is another's until it has a share, too.
  reports.report(miner, 'etchash', b, 5, 0);
  expect(said()).toEqual([['a', 30]]);
  reports.prove(miner, b, 1000n, 0);
  expect(said()).toEqual([
    ['a', 30],
    ['b', 5],
  ]);
  // Another connection of the same machine begins again.
  reports.leave(miner);
  reports.report(miner, 'etchash', a, 30, 0);
  expect(said()).toEqual([]);
});

it('counts a report once the work of that connection for that worker bears it: 16 times its own speed at most', () => {
  const reports = createReportedHashrates();
  const [miner, other, a] = [{}, {}, login('a')];
  const said = (now: number) => reports.lines(now).map(({ hashesPerSecond }) => hashesPerSecond);
  reports.enter(miner, a, 0);
  reports.report(miner, 'etchash', a, 1e15, 5000);
  reports.prove(miner, a, 1000n, 5000);
  expect(said(5000)).toEqual([]);
  // 16 * 1000 hashes in 10 s, which is the least time; then in 20 s.
  reports.report(miner, 'etchash', a, 1601, 5000);
  expect(said(5000)).toEqual([]);
  reports.report(miner, 'etchash', a, 1600, 5000);
  expect(said(10_000)).toEqual([1600]);
  expect(said(20_000)).toEqual([]);
  reports.prove(miner, a, 1000n, 20_000);
  expect(said(20_000)).toEqual([1600]);
  // What another connection mines for it, or this one for another worker, bears nothing here.
  reports.report(miner, 'etchash', a, 2000, 20_000);
  reports.prove(other, a, 1_000_000n, 20_000);
  reports.prove(miner, login('b'), 1_000_000n, 20_000);
  expect(said(20_000)).toEqual([]);
  // One worker in two spellings is one.
  reports.report(miner, 'etchash', { ...a, referralCode: 'abcd-1234' }, 1000, 20_000);
  expect(said(20_000)).toEqual([1000]);
});

it('counts an honest program within minutes of a pause of hours', () => {
  const reports = createReportedHashrates();
  const [miner, a, minute, day] = [{}, login('a'), 60_000, 86_400_000];
  reports.enter(miner, a, 0);
  const mine = (from: number, minutes: number) => {
    for (let at = from; at < from + minutes * minute; at += 10_000) reports.prove(miner, a, 1000n, at);
    reports.report(miner, 'etchash', a, 100, from + minutes * minute);
    return reports.lines(from + minutes * minute).length;
  };
  expect(mine(0, 1)).toBe(1);
  expect(mine(day, 5)).toBe(1);
});

it('never counts more than 16 times the work of a connection over its time', () => {
  const step = fc.record({ pause: fc.nat(2_000_000), work: fc.bigInt(0n, 1n << 40n), rate: fc.nat(1e9) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const reports = createReportedHashrates();
      const [miner, a] = [{}, login('a')];
      const shares: { readonly at: number; readonly work: number }[] = [];
      let now = 0;
      reports.enter(miner, a, now);
      for (const { pause, work, rate } of steps) {
        now += pause;
        reports.prove(miner, a, work, now);
        shares.push({ at: now, work: Number(work) });
        reports.report(miner, 'etchash', a, rate, now);
        // Of the last hour at most, which is longer than half of one or than the connection.
        const recent = shares.reduce((sum, share) => sum + (share.at >= now - 3_600_000 ? share.work : 0), 0);
        const seconds = Math.max(10, Math.min(now, 1_800_000) / 1000);
        for (const { hashesPerSecond } of reports.lines(now))
          expect(hashesPerSecond * seconds).toBeLessThanOrEqual(16 * recent);
      }
    }),
  );
});
