import { rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** What the operator may ask of a running pool, by name. An action answers what JSON can carry. */
export type AdminActions = Readonly<
  Record<string, (request: Readonly<Record<string, unknown>>) => Promise<unknown>>
>;

export interface AdminSocket {
  close(): Promise<void>;
}

/** The kernel takes no longer path for a unix socket, its end mark included. */
const pathBytesMax = 107;

/**
 * A unix socket in the data directory through which the operator's commands reach the process that holds the directory's lock:
 * a JSON line asks (`{"do": "audit"}`), a JSON line answers (`{"ok": true, "result": …}`). Only the owner of the directory can
 * open it, and that is all the proof it asks for: who can open it can read the database beside it too.
 */
export async function openAdminSocket(path: string, actions: AdminActions): Promise<AdminSocket> {
  if (Buffer.byteLength(path) > pathBytesMax) {
    throw new RangeError(`${path} is too long for a unix socket: at most ${pathBytesMax} bytes`);
  }
  // Ours is the directory's lock, so a socket file that lies here is of a process that has ended.
  rmSync(path, { force: true });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    void serve(socket, actions);
  });
  const umask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, resolve);
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

async function serve(socket: Socket, actions: AdminActions): Promise<void> {
  try {
    for await (const line of createInterface({ input: socket })) {
      const answer = await act(line, actions).catch((error: unknown) => ({
        ok: false,
        why: error instanceof Error ? error.message : String(error),
      }));
      socket.write(`${JSON.stringify(answer)}\n`);
    }
  } catch {
    // Whoever asked has hung up.
    socket.destroy();
  }
}

async function act(line: string, actions: AdminActions): Promise<{ ok: boolean; [field: string]: unknown }> {
  const request = JSON.parse(line) as Record<string, unknown>;
  const name = request['do'];
  const action = typeof name === 'string' && Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (action === undefined) return { ok: false, why: 'this pool knows no such request' };
  return { ok: true, result: await action(request) };
}
