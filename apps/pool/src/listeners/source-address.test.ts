import { describe, expect, it } from 'vitest';
import { sourceOf } from './source-address.ts';

describe('sourceOf', () => {
  it('is the address itself for IPv4, mapped or not', () => {
    expect(sourceOf('192.0.2.7')).toBe('192.0.2.7');
    expect(sourceOf('::ffff:192.0.2.7')).toBe('192.0.2.7');
  });

  it('is the first 64 bits of IPv6, however they are written', () => {
    expect(sourceOf('2001:db8:0:1:aaaa::1')).toBe('2001:db8:0:1::/64');
    expect(sourceOf('2001:0DB8:0000:0001:ffff:0:0:1')).toBe('2001:db8:0:1::/64');
    expect(sourceOf('2001:db8::1')).toBe('2001:db8:0:0::/64');
    expect(sourceOf('::1')).toBe('0:0:0:0::/64');
    expect(sourceOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  });
});
