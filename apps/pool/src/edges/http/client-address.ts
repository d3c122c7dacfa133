import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/**
 * Where a request really comes from. Of `X-Forwarded-For` only what our own proxies wrote is believed: read from the right, the
 * first address that is not one of them. Without a trusted proxy at the other end the header is a stranger's text.
 */
export function clientAddress(
  request: Pick<IncomingMessage, 'headers'> & { readonly socket: { readonly remoteAddress?: string } },
  isProxy: (address: string) => boolean,
): string {
  let address = request.socket.remoteAddress ?? '';
  if (!isProxy(address)) return address;
  const header = request.headers['x-forwarded-for'];
  const hops = (Array.isArray(header) ? header.join(',') : (header ?? ''))
    .split(',')
    .map((hop) => hop.trim());
  for (const hop of hops.toReversed()) {
    if (isIP(hop) === 0) return address;
    address = hop;
    if (!isProxy(hop)) return address;
  }
  return address;
}
