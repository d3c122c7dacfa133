import type { Socket } from 'node:net';
import { readProxyHeader } from './proxy-header.ts';

/**
 * Takes the header of the PROXY protocol off a connection from a balancer, before anything else reads it. Calls `onRead` once, with the
 * client's address, or undefined where the balancer speaks for itself; what came behind the header is read next. A connection without
 * a whole header within the time is destroyed.
 */
export function takeProxyHeader(
  socket: Socket,
  { waitMs }: { readonly waitMs: number },
  onRead: (address: string | undefined) => void,
): void {
  let received = Buffer.alloc(0);
  const limit = setTimeout(() => socket.destroy(), waitMs);
  const end = (): void => {
    clearTimeout(limit);
    socket.off('readable', read);
    socket.off('close', end);
  };
  function read(): void {
    const chunk = socket.read() as Buffer | null;
    if (chunk === null) return;
    received = Buffer.concat([received, chunk]);
    const header = readProxyHeader(received);
    if (header.kind === 'more') return;
    end();
    if (header.kind === 'malformed') {
      socket.destroy();
      return;
    }
    if (received.length > header.bytes) socket.unshift(received.subarray(header.bytes));
    // The stream settles how it is read on the next tick: a pause before that would not hold.
    process.nextTick(() => {
      if (!socket.destroyed) onRead(header.address);
    });
  }
  socket.on('readable', read);
  socket.once('close', end);
}
