import { lstatSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { serveConnection } from './serve-connection.ts';
import { serveLimits, type ServeLimits } from './serve-limits.ts';

/** A connection more is told `busy` and closed. */
const connectionsMax = 8;

/** The kernel takes no longer path for a unix socket, its end mark included. */
const pathBytesMax = 107;

/** A path, or the number of a listening socket that systemd has opened for another user. */
export type SocketPlace = { readonly path: string } | { readonly fd: number };

/** The socket cannot be opened. */
export class SocketError extends Error {
  override readonly name = 'SocketError';
}

export interface SignerServer {
  close(): Promise<void>;
}

/**
 * Answers lines of JSON on a unix socket that only the user of this process can open, one line at a time for all connections, each
 * connection in its turn.
 *
 * @param answer never throws, and never rejects
 */
export async function serveSigner(
  place: SocketPlace,
  answer: (line: string) => string | Promise<string>,
  limits: ServeLimits = serveLimits,
): Promise<SignerServer> {
  if ('path' in place) freePath(place.path);
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined);
    if (sockets.size >= connectionsMax) {
      socket.end('{"ok":false,"reason":"busy","why":"There are too many connections."}\n');
      socket.setTimeout(1000, () => socket.destroy());
      return;
    }
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serveConnection(socket, answer, limits);
  });
  // Those that are told so are few as well: more are closed without a word.
  server.maxConnections = 2 * connectionsMax;
  await listen(server, place);
  return {
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** The journal is locked by this process: a socket that lies there is one that a dead signer left. */
function freePath(path: string): void {
  if (Buffer.byteLength(path) > pathBytesMax)
    throw new SocketError(`${path} is too long for a unix socket: at most ${pathBytesMax} bytes.`);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (!stats.isSocket()) throw new SocketError(`${path} is there and is no socket.`);
  rmSync(path);
}

async function listen(server: Server, place: SocketPlace): Promise<void> {
  const umask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(place, resolve);
    });
  } finally {
    process.umask(umask);
  }
}
