import { isIPv6, SocketAddress } from 'node:net';

/** The source that an address counts as: itself in IPv4, also mapped into IPv6, and its /64 in IPv6: one customer owns all of it. */
export function callSource(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  // Written out in full, so that the first four groups can be cut off.
  const { address: text } = new SocketAddress({ address: plain, family: 'ipv6' });
  const [head = '', tail] = text.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`;
}
