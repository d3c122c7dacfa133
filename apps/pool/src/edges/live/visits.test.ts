import { describe, expect, it } from 'vitest';
import { usualVisitLimits, Visits } from './visits.ts';

const limits = { ...usualVisitLimits, socketsPerSource: 3, sockets: 5, unknownPerSource: 2, unknown: 3 };

describe('the visits of the live channel', () => {
  it('are so many of one source, and so many in all', () => {
    const visits = new Visits(limits, () => 0);
    const own = [visits.admit('a'), visits.admit('a'), visits.admit('a')];
    expect(own.every((visit) => visit !== undefined)).toBe(true);
    expect(visits.admit('a')).toBeUndefined();
    expect(visits.admit('b')).toBeDefined();
    expect(visits.admit('c')).toBeDefined();
    expect(visits.admit('d')).toBeUndefined();
    own[0]?.leave();
    own[0]?.leave();
    expect(visits.admit('d')).toBeDefined();
    expect(visits.admit('e')).toBeUndefined();
  });

  it('are no more of an IPv6 /48 than of sixteen sources, however many /64 it has', () => {
    const visits = new Visits({ ...limits, sockets: 1000, unknown: 1000 }, () => 0);
    const networks = [
      { name: '2001:db8:0:1::/56', factor: 4 },
      { name: '2001:db8:0::/48', factor: 16 },
    ];
    const all = Array.from({ length: 256 }, (_, each) => visits.admit(`2001:db8:0:${each}::/64`, networks));
    const own = all.filter((visit) => visit !== undefined);
    expect(own).toHaveLength(12);
    expect(own.filter((visit) => visit.takeUnknown())).toHaveLength(8);
    const other = [{ name: '2001:db8:0:2::/56', factor: 4 }, ...networks.slice(1)];
    expect(visits.admit('2001:db8:0:200::/64', other)?.takeUnknown()).toBe(true);
    for (const visit of own) visit.leave();
    expect(visits.admit('2001:db8:0:1::/64', networks)?.takeUnknown()).toBe(true);
  });

  it('may send so much each, and four times as much together, also on new connections', () => {
    let now = 0;
    const visits = new Visits(
      { ...limits, socketsPerSource: 10, sockets: 10, bytes: { perSecond: 10, burst: 100 } },
      () => now,
    );
    for (let each = 0; each < 4; each += 1) {
      const visit = visits.admit('a');
      expect(visit?.takeBytes(100)).toBe(true);
      expect(visit?.takeBytes(1)).toBe(false);
      visit?.leave();
    }
    expect(visits.admit('a')?.takeBytes(100)).toBe(false);
    expect(visits.admit('b')?.takeBytes(100)).toBe(true);
    now = 10_000;
    expect(visits.admit('a')?.takeBytes(100)).toBe(true);
  });

  it('watch only so many accounts that do not exist', () => {
    const visits = new Visits(limits, () => 0);
    const [a, b] = [visits.admit('a'), visits.admit('b')];
    expect([a?.takeUnknown(), a?.takeUnknown(), a?.takeUnknown()]).toEqual([true, true, false]);
    expect([b?.takeUnknown(), b?.takeUnknown()]).toEqual([true, false]);
    a?.giveUnknown();
    expect(b?.takeUnknown()).toBe(true);
    a?.leave();
    expect(visits.admit('c')?.takeUnknown()).toBe(true);
  });
});
