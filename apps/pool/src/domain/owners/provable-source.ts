import { BlockList, isIP, isIPv6 } from 'node:net';

/** Address ranges that many hosts share or that anyone can use: they do not identify a miner. */
const unprovableRanges = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::/64',
  'fc00::/7',
  'fe80::/10',
];

/**
 * Tells whether a source (an IPv4 address, or the /64 of an IPv6 one as `2001:db8:0:1::/64`) can prove ownership at all. Networks that
 * the operator lists as shared (rental sites, VPN exits) never do; loopback, private and proxy addresses do in a sandbox only, which
 * is tried out on one machine. Throws on an entry that is no address or network (CIDR).
 */
export function provableSources(options: {
  readonly sandbox: boolean;
  readonly proxies: readonly string[];
  readonly sharedNetworks: readonly string[];
}): (source: string) => boolean {
  const { sandbox, proxies, sharedNetworks } = options;
  const refuses = sourceList([...(sandbox ? [] : [...unprovableRanges, ...proxies]), ...sharedNetworks]);
  return (source) => {
    const address = source.replace(/\/64$/, '');
    return isIP(address) === 0 ? sandbox : !refuses(address);
  };
}

function sourceList(entries: readonly string[]): (address: string) => boolean {
  // Two lists, because `::/64` in one list would hold every IPv4 address, as mapped into IPv6.
  const [v4, v6] = [new BlockList(), new BlockList()];
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    if (isIP(address) === 0) throw new Error(`not an address or network: ${entry}`);
    // A source is a whole /64: one listed address in it lists all of it.
    if (isIPv6(address)) v6.addSubnet(address, Math.min(64, Number(bits ?? 64)), 'ipv6');
    else v4.addSubnet(address, Number(bits ?? 32), 'ipv4');
  }
  return (address) => (isIPv6(address) ? v6.check(address, 'ipv6') : v4.check(address, 'ipv4'));
}
