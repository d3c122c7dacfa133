import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { takeProxyHeader } from '../../runtime/proxy-protocol/proxied-socket.ts';

/**
 * Has connections of our own balancers begin with a header of the PROXY protocol: nothing of the server sees one before its header is
 * read, and from then on it is the client's that it names. One without a whole header within the time is closed, and one that still waits
 * for it when the server closes.
 */
export function behindBalancers(
  server: Server,
  { isBalancer, waitMs }: { readonly isBalancer: (address: string) => boolean; readonly waitMs: number },
): Server {
  const waiting = new Set<Socket>();
  const emit = server.emit.bind(server) as (event: string, ...args: unknown[]) => boolean;
  const taken = (event: string, ...args: unknown[]): boolean => {
    const [socket] = args;
    if (event !== 'connection' || !isBalancer((socket as Socket).remoteAddress ?? ''))
      return emit(event, ...args);
    const known = socket as Socket;
    waiting.add(known);
    known.once('close', () => waiting.delete(known));
    takeFor(known, waitMs, () => {
      waiting.delete(known);
      emit('connection', known);
    });
    return true;
  };
  server.emit = taken as Server['emit'];
  const close = server.close.bind(server);
  server.close = (onClosed) => {
    for (const socket of waiting) socket.destroy();
    return close(onClosed);
  };
  return server;
}

function takeFor(socket: Socket, waitMs: number, onTaken: () => void): void {
  // Broken sockets are everyday life; `close` follows every error.
  const nothing = (): void => undefined;
  socket.on('error', nothing);
  takeProxyHeader(socket, { waitMs }, (address) => {
    socket.off('error', nothing);
    if (address !== undefined) Object.defineProperty(socket, 'remoteAddress', { value: address });
    onTaken();
  });
}
