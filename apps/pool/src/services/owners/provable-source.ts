import { BlockList, isIP, isIPv6 } from 'node:net';

/** Addresses that many can share or anybody can take: they say nothing about who somebody is. */
const nobodys = [
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
 * Tells whether a source (an IPv4 address, or the /64 of an IPv6 one as `2001:db8:0:1::/64`) can be an owner's at all: loopback,
 * private and proxy addresses can not, except in a sandbox. Throws on a proxy that is no address or network (CIDR).
 */
export function provableSources(options: {
  readonly sandbox: boolean;
  readonly proxies: readonly string[];
}): (source: string) => boolean {
  if (options.sandbox) return () => true;
  // Two lists, because `::/64` in one list would hold every IPv4 address, as mapped into IPv6.
  const [v4, v6] = [new BlockList(), new BlockList()];
  for (const entry of [...nobodys, ...options.proxies]) {
    const [address = '', bits] = entry.split('/');
    if (isIP(address) === 0) throw new Error(`not an address or network: ${entry}`);
    // A source is a whole /64: one proxy in it makes all of it a proxy's.
    if (isIPv6(address)) v6.addSubnet(address, Math.min(64, Number(bits ?? 64)), 'ipv6');
    else v4.addSubnet(address, Number(bits ?? 32), 'ipv4');
  }
  return (source) => {
    const address = source.replace(/\/64$/, '');
    if (isIP(address) === 0) return false;
    return isIPv6(address) ? !v6.check(address, 'ipv6') : !v4.check(address, 'ipv4');
  };
}
