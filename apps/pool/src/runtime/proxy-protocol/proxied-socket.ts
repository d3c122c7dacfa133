import type { Socket } from 'node:net';
import { readProxyHeader } from './proxy-header.ts';

/**
 * Takes the header of the PROXY protocol off a connection from a balancer, before anything else reads it. Calls `onRead` once, with the
 * client's address, or undefined where the balancer speaks for itself; what came behind the header is read next. A connection without
 * a whole header within the time is destroyed, and so is one that ends before more.
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
    socket.off('end', giveUp);
    socket.off('close', end);
  };
  const giveUp = (): void => {
    socket.destroy();
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
      // Who reads next would never hear of an end that has been.
      if (socket.readableEnded) socket.destroy();
      else if (!socket.destroyed) onRead(header.address);
    });
  }
  socket.on('readable', read);
  socket.once('end', giveUp);
  socket.once('close', end);
}
