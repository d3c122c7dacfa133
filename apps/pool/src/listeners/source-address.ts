/**
 * The group of addresses that counts as one source: a whole IPv4 address, also when it arrives mapped into IPv6, and
 * the /64 of an IPv6 address, because one customer owns all of it.
 */
export function sourceOf(remoteAddress: string): string {
  const address = remoteAddress.toLowerCase().replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address);
  if (mapped !== null) return mapped[1] ?? address;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** The network that a source belongs to: the /24 of an IPv4 address, the source itself in IPv6. */
export function networkOf(source: string): string {
  return source.includes(':') ? source : `${source.slice(0, source.lastIndexOf('.'))}.0/24`;
}
