import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { callerAddressOf, widerNetworks } from './caller-address.ts';

export interface ConnectionRules {
  /** Connections of one client address at once, WebSockets included; of an IPv6 /56 and /48 4 and 16 times as many. Proxies and exempt addresses are not counted. */
  readonly perClientMax: number;
  /** Connections in all. Descriptors are shared with the miners' connections. */
  readonly max: number;
  /** A connection on which nothing moves for so long is closed. */
  readonly idleMs: number;
  /** A reader that takes less than this of a waiting answer in `idleMs` is closed as well. */
  readonly readBytesMin: number;
}

export const usualConnectionRules: ConnectionRules = {
  perClientMax: 128,
  max: 16_384,
  idleMs: 60_000,
  readBytesMin: 65_536,
};

interface Guarded {
  /** Bytes that the kernel had taken, and when; undefined while nothing waits. */
  mark: { readonly taken: number; readonly at: number } | undefined;
}

/** Closes connections beyond the caps, and those of readers that do not read. */
export function guardConnections(
  server: Server,
  isFree: (address: string) => boolean,
  rules: ConnectionRules = usualConnectionRules,
): void {
  const counts = new Map<string, number>();
  const guarded = new Map<Socket, Guarded>();
  server.maxConnections = rules.max;
  server.timeout = rules.idleMs;

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    guarded.set(socket, { mark: undefined });
    socket.once('close', () => guarded.delete(socket));
    if (isFree(address)) return;
    for (const { name, factor } of [
      { name: callerAddressOf(address), factor: 1 },
      ...widerNetworks(address),
    ]) {
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      socket.once('close', () => {
        const rest = (counts.get(name) ?? 1) - 1;
        if (rest === 0) counts.delete(name);
        else counts.set(name, rest);
      });
      if (count > rules.perClientMax * factor) socket.destroy();
    }
  });

  const look = setInterval(() => {
    const now = performance.now();
    for (const [socket, state] of guarded) if (isStuck(socket, state, now, rules)) socket.destroy();
  }, rules.idleMs / 4);
  look.unref();
  server.once('close', () => clearInterval(look));
}

/** `bytesWritten` counts what still waits in this process, `writableLength` is that. */
function isStuck(socket: Socket, state: Guarded, now: number, rules: ConnectionRules): boolean {
  if (socket.writableLength === 0) {
    state.mark = undefined;
    return false;
  }
  const taken = socket.bytesWritten - socket.writableLength;
  if (state.mark === undefined || taken - state.mark.taken >= rules.readBytesMin) {
    state.mark = { taken, at: now };
    return false;
  }
  return now - state.mark.at >= rules.idleMs;
}
