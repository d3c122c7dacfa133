/**
 * The group of addresses that counts as one client address: a whole IPv4 address, also when it arrives mapped into IPv6, and
 * the /64 of an IPv6 address, because one customer owns all of it.
 */
export function clientAddressOf(remoteAddress: string): string {
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

/** A network that a client address belongs to. */
export interface ClientNetwork {
  readonly prefix: string;
  readonly bits: number;
}

/**
 * The networks of a client address that are counted beside it, the smallest first: the /24 of an IPv4 address; the /56 and /48 of an
 * IPv6 /64, which are what one customer is commonly given (RFC 6177).
 */
export function networksOf(clientAddress: string): readonly ClientNetwork[] {
  const bits = clientAddress.includes(':') ? [56, 48] : [24];
  return bits.map((each) => ({ prefix: widen(clientAddress, each), bits: each }));
}

/** The lengths of the prefixes that client addresses of this kind are summed up in, the longest first. */
export function widerLengths(clientAddress: string): readonly number[] {
  return clientAddress.includes(':') ? [56, 48, 32, 16] : [24, 16, 8];
}

/** The network of this length that holds a client address or a smaller network. */
export function widen(prefix: string, bits: number): string {
  const [address = ''] = prefix.split('/');
  if (!address.includes(':')) {
    const octets = address.split('.').map((octet, index) => (index < bits / 8 ? octet : '0'));
    return `${octets.join('.')}/${bits}`;
  }
  const groups = address.replace('::', '').split(':');
  const kept = [0, 1, 2, 3].map((index) => {
    const group = Number.parseInt(groups[index] ?? '0', 16);
    const left = Math.min(16, Math.max(0, bits - index * 16));
    return (group & (0xffff << (16 - left)) & 0xffff).toString(16);
  });
  return `${kept.join(':')}::/${bits}`;
}
