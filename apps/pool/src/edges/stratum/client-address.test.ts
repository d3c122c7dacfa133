import { describe, expect, it } from 'vitest';
import { networksOf, clientAddressOf, widen } from './client-address.ts';

describe('sourceOf', () => {
  it('is the address itself for IPv4, mapped or not', () => {
    expect(clientAddressOf('192.0.2.7')).toBe('192.0.2.7');
    expect(clientAddressOf('::ffff:192.0.2.7')).toBe('192.0.2.7');
  });

  it('is the first 64 bits of IPv6, however they are written', () => {
    expect(clientAddressOf('2001:db8:0:1:aaaa::1')).toBe('2001:db8:0:1::/64');
    expect(clientAddressOf('2001:0DB8:0000:0001:ffff:0:0:1')).toBe('2001:db8:0:1::/64');
    expect(clientAddressOf('2001:db8::1')).toBe('2001:db8:0:0::/64');
    expect(clientAddressOf('::1')).toBe('0:0:0:0::/64');
    expect(clientAddressOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  });
});

describe('networks', () => {
  it('are the /24 of IPv4, the /56 and the /48 of IPv6', () => {
    expect(networksOf('192.0.2.7').map(({ prefix }) => prefix)).toEqual(['192.0.2.0/24']);
    expect(networksOf('2001:db8:5:12ff::/64').map(({ prefix }) => prefix)).toEqual([
      '2001:db8:5:1200::/56',
      '2001:db8:5:0::/48',
    ]);
  });

  it('widen step by step to the same as at once', () => {
    expect(widen('192.0.2.0/24', 16)).toBe('192.0.0.0/16');
    expect(widen('192.0.2.7', 8)).toBe('192.0.0.0/8');
    expect(widen('2001:db8:5:1200::/56', 32)).toBe('2001:db8:0:0::/32');
    expect(widen('2001:db8:5:12ff::/64', 16)).toBe('2001:0:0:0::/16');
  });
});
