import { describe, expect, it } from 'vitest';
import { CallCounts } from './call-counts.ts';
import { callSource } from './call-source.ts';

describe('the counts of calls', () => {
  it('begin again after a minute, each source for itself', () => {
    let now = 0;
    const counts = new CallCounts(() => now);
    expect(counts.add('a')).toEqual({ current: 1, leftMs: 60_000 });
    now = 59_000;
    expect(counts.add('a')).toEqual({ current: 2, leftMs: 1000 });
    expect(counts.add('b')).toEqual({ current: 1, leftMs: 60_000 });
    now = 60_000;
    expect(counts.add('a')).toEqual({ current: 1, leftMs: 60_000 });
    expect(counts.add('b')).toEqual({ current: 2, leftMs: 59_000 });
  });

  it('forget the first source when there are too many, and no other', () => {
    const counts = new CallCounts(() => 0);
    for (let source = 0; source <= 20_000; source += 1) counts.add(String(source));
    expect(counts.add('1').current).toBe(2);
    expect(counts.add('0').current).toBe(1);
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
  ])('of %s is %s', (address, source) => {
    expect(callSource(address)).toBe(source);
  });
});
