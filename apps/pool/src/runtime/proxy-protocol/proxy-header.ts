import { isIPv4, isIPv6, SocketAddress } from 'node:net';

/**
 * What the first bytes of a connection from a balancer say of whom it speaks for, by the PROXY protocol, versions 1 and 2
 * (https://www.haproxy.org/download/3.0/doc/proxy-protocol.txt).
 */
export type ProxyHeader =
  /** More bytes are needed. */
  | { readonly kind: 'more' }
  | { readonly kind: 'malformed' }
  /**
   * `bytes` is how long the header is. `address` is the client's; undefined where the balancer speaks for itself, as its health checks do,
   * or does not know.
   */
  | { readonly kind: 'read'; readonly bytes: number; readonly address: string | undefined };

/** The longest line of version 1, with its end. */
const lineBytesMax = 107;
/** Of version 2; what follows the addresses is skipped, and nothing that balancers send there is this long. */
const bodyBytesMax = 2048;
const headBytes = 16;
const signature = Buffer.from('0d0a0d0a000d0a515549540a', 'hex');
const lineStart = Buffer.from('PROXY ');

/** Reads the header at the start of what has come so far. */
export function readProxyHeader(received: Buffer): ProxyHeader {
  if (startsAlike(received, signature)) return readBinary(received);
  if (startsAlike(received, lineStart)) return readLine(received);
  return { kind: 'malformed' };
}

function startsAlike(received: Buffer, start: Buffer): boolean {
  const length = Math.min(received.length, start.length);
  return received.subarray(0, length).equals(start.subarray(0, length));
}

function readLine(received: Buffer): ProxyHeader {
  const end = received.subarray(0, lineBytesMax).indexOf('\r\n');
  if (end < 0) return received.length < lineBytesMax ? { kind: 'more' } : { kind: 'malformed' };
  const bytes = end + 2;
  const [, family, client = '', balancer = '', ...ports] = received.toString('latin1', 0, end).split(' ');
  if (family === 'UNKNOWN') return { kind: 'read', bytes, address: undefined };
  const isAddress = family === 'TCP4' ? isIPv4 : family === 'TCP6' ? isIPv6 : () => false;
  const isWhole =
    isAddress(client) &&
    isAddress(balancer) &&
    ports.length === 2 &&
    ports.every((port) => /^\d{1,5}$/.test(port));
  if (!isWhole || client.includes('%')) return { kind: 'malformed' };
  return { kind: 'read', bytes, address: isIPv4(client) ? client : asOnSockets(client) };
}

function readBinary(received: Buffer): ProxyHeader {
  if (received.length < headBytes) return { kind: 'more' };
  const command = received.readUInt8(12);
  const family = received.readUInt8(13);
  const length = received.readUInt16BE(14);
  if ((command !== 0x20 && command !== 0x21) || length > bodyBytesMax) return { kind: 'malformed' };
  const bytes = headBytes + length;
  if (received.length < bytes) return { kind: 'more' };
  const body = received.subarray(headBytes, bytes);
  // 0x20 is LOCAL: whatever stands there is not the client's.
  if (command === 0x20 || family === 0x00) return { kind: 'read', bytes, address: undefined };
  if (family === 0x11 && length >= 12) return { kind: 'read', bytes, address: body.subarray(0, 4).join('.') };
  if (family === 0x21 && length >= 36)
    return { kind: 'read', bytes, address: asOnSockets(groupsOf(body.subarray(0, 16))) };
  return { kind: 'malformed' };
}

function groupsOf(bytes: Buffer): string {
  return Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16)).join(':');
}

/** An IPv6 address in the one form that sockets give it, and an IPv4 address inside one in its own. */
function asOnSockets(address: string): string {
  return new SocketAddress({ address, family: 'ipv6' }).address.replace(/^::ffff:(?=\d+\.)/, '');
}
