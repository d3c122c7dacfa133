import type { LiveServer } from './miner-rooms.ts';

/** A page that reads so slowly that this much waits for it is disconnected; it comes back and catches up. */
const waitingBytesMax = 1_048_576;

/** Disconnects slow pages: what they do not read waits in the memory of this process. */
export function dropSlowPages(io: LiveServer): void {
  for (const { conn } of io.of('/').sockets.values()) {
    // A closing message would wait behind all that is not read.
    if (waitingBytes(conn) > waitingBytesMax) webSocketOf(conn)?.terminate?.();
  }
}

interface PageWebSocket {
  readonly bufferedAmount?: number;
  terminate?(): void;
}

/** The WebSocket under a connection of the engine, which does not name it in its types. */
function webSocketOf(conn: unknown): PageWebSocket | undefined {
  return (conn as { readonly transport: { readonly socket?: PageWebSocket } }).transport.socket;
}

/** What the engine and its WebSocket hold for a page. */
function waitingBytes(conn: unknown): number {
  const { writeBuffer } = conn as { readonly writeBuffer: readonly { readonly data?: string }[] };
  const inEngine = writeBuffer.reduce((sum, { data = '' }) => sum + data.length, 0);
  return inEngine + (webSocketOf(conn)?.bufferedAmount ?? 0);
}
