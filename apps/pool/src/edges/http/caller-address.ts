import { isIPv6, SocketAddress } from 'node:net';

/** The client address that an address counts as: itself in IPv4, also mapped into IPv6, and its /64 in IPv6: one customer owns all of it. */
export function callerAddressOf(address: string): string {
  const groups = ipv6Groups(address);
  return groups === undefined ? plainAddress(address) : `${groups.slice(0, 4).join(':')}::/64`;
}

/** A wider network around a client address, and how many client addresses' worth of calls it may make. */
export interface WiderNetwork {
  readonly name: string;
  readonly factor: number;
}

/** The networks that one IPv6 customer may own whole: a /56 (256 client addresses) and a /48 (65,536). IPv4 has none. */
export function widerNetworks(address: string): readonly WiderNetwork[] {
  const groups = ipv6Groups(address);
  if (groups === undefined) return [];
  const [first = '0', second = '0', third = '0', fourth = '0'] = groups;
  const upper = (Number.parseInt(fourth, 16) >> 8).toString(16);
  const prefix = `${first}:${second}:${third}`;
  return [
    { name: `${prefix}:${upper}::/56`, factor: 4 },
    { name: `${prefix}::/48`, factor: 16 },
  ];
}

/** At most 65,536 different names of each family: what client addresses are counted as when there are too many to count each. */
export function callRegion(address: string): string {
  const groups = ipv6Groups(address);
  if (groups !== undefined) return `${groups[0] ?? '0'}::/16`;
  const [first = '', second = ''] = plainAddress(address).split('.', 2);
  return `${first}.${second}/16`;
}

function plainAddress(address: string): string {
  const mapped = /^::ffff:(?=\d{1,3}\.)/i.test(address) ? address.slice('::ffff:'.length) : address;
  const zone = mapped.indexOf('%');
  return zone === -1 ? mapped : mapped.slice(0, zone);
}

/** The eight groups of an IPv6 address, written without leading zeros; undefined for any other. */
function ipv6Groups(address: string): readonly string[] | undefined {
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return undefined;
  // Written out in full, so that its first groups can be cut off.
  const { address: text } = new SocketAddress({ address: plain, family: 'ipv6' });
  const [head = '', tail] = text.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...zeros, ...right];
}
