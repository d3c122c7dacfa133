import { describe, expect, it } from 'vitest';
import { CallCounts, callerAt } from './call-counts.ts';
import { callerAddressOf } from './caller-address.ts';

const [a, b] = [callerAt('192.0.2.1'), callerAt('192.0.2.2')];

describe('the counts of calls', () => {
  it('begin again after a minute, each source for itself', () => {
    let now = 0;
    const counts = new CallCounts(() => now);
    expect(counts.add(a)).toEqual({ current: 1, leftMs: 60_000 });
    now = 59_000;
    expect(counts.add(a)).toEqual({ current: 2, leftMs: 1000 });
    expect(counts.add(b)).toEqual({ current: 1, leftMs: 60_000 });
    now = 60_000;
    expect(counts.add(a)).toEqual({ current: 1, leftMs: 60_000 });
    expect(counts.add(b)).toEqual({ current: 2, leftMs: 59_000 });
  });

  it('add what a call costs', () => {
    const counts = new CallCounts(() => 0);
    expect(counts.add(a, 20).current).toBe(20);
    expect(counts.add(a).current).toBe(21);
  });

  it('are never pushed out by other sources: those share a counter while the table is full', () => {
    let now = 0;
    const counts = new CallCounts(() => now, 3);
    counts.add(a, 400);
    counts.add(b);
    counts.add(callerAt('192.0.2.3'));
    expect(counts.add(callerAt('198.51.100.1')).current).toBe(1);
    expect(counts.add(callerAt('198.51.100.2')).current).toBe(2);
    // Another region is another counter.
    expect(counts.add(callerAt('203.0.113.1')).current).toBe(1);
    expect(counts.add(a).current).toBe(401);
    now = 60_000;
    expect(counts.add(callerAt('198.51.100.2')).current).toBe(1);
  });

  it('hold a /56 and a /48 of IPv6 to 4 and 16 times the budget of one source', () => {
    const counts = new CallCounts(() => 0);
    let spent = 0;
    for (let each = 0; each < 256; each += 1)
      spent = counts.add(callerAt(`2001:db8:1:${(0xab00 + each).toString(16)}::1`), 10).current;
    // 2,560 spent by one /56, and none of its client addresses more than 10.
    expect(spent).toBe(640);
    for (let each = 0; each < 256; each += 1)
      spent = counts.add(callerAt(`2001:db8:1:${(each << 8).toString(16)}::1`), 10).current;
    expect(spent).toBe(320);
    expect(counts.add(callerAt('2001:db8:2::1')).current).toBe(1);
  });
});

describe('the source of a call', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('of %s is %s', (address, clientAddress) => {
    expect(callerAddressOf(address)).toBe(clientAddress);
  });
});
