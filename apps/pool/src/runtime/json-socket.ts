import { rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { errorText } from './error-text.ts';

/** An answer as JSON carries it; amounts may be `bigint` and travel as text. */
export type JsonAnswer = Readonly<Record<string, unknown>> & { readonly ok: boolean };

export interface JsonSocket {
  close(): Promise<void>;
}

/** The kernel takes no longer path for a unix socket, its end mark included. */
const pathBytesMax = 107;

/**
 * A unix socket on which a line of JSON asks and a line of JSON answers, one after another. Only the user of this process can open
 * it. What `answer` throws is answered as `{"ok": false, "why": …}`; a client that hangs up ends its own conversation only.
 * Throws a RangeError where the path is too long for a socket. A file that lies there is replaced: the caller holds the directory's lock.
 */
export async function openJsonSocket(
  path: string,
  answer: (request: Readonly<Record<string, unknown>>) => Promise<JsonAnswer>,
): Promise<JsonSocket> {
  if (Buffer.byteLength(path) > pathBytesMax) {
    throw new RangeError(`${path} is too long for a unix socket: at most ${pathBytesMax} bytes`);
  }
  rmSync(path, { force: true });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    serve(socket, answer).catch(() => socket.destroy());
  });
  const umask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      // Of this process, where others have the same ports.
      server.listen({ path, exclusive: true }, resolve);
    });
  } finally {
    process.umask(umask);
  }
  return {
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function serve(
  socket: Socket,
  answer: (request: Readonly<Record<string, unknown>>) => Promise<JsonAnswer>,
): Promise<void> {
  for await (const line of createInterface({ input: socket })) {
    const answered = await Promise.resolve()
      .then(() => answer(JSON.parse(line) as Record<string, unknown>))
      .catch((error: unknown) => ({
        ok: false,
        why: errorText(error),
      }));
    socket.write(`${JSON.stringify(answered, textOfBigint)}\n`);
  }
}

function textOfBigint(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
