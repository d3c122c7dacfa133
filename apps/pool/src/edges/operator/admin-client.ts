import { createConnection, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** A running pool refused or could not do what was asked. */
export class AdminRefusal extends Error {
  override readonly name = 'AdminRefusal';
}

export interface AdminClient {
  /** Asks once and waits for the answer, however long the work takes. */
  ask(request: Readonly<Record<string, unknown>>): Promise<unknown>;
  close(): void;
}

/** Connects to the pool that serves a data directory; undefined when none does. */
export async function connectAdmin(path: string): Promise<AdminClient | undefined> {
  const socket = createConnection(path);
  const failure = await new Promise<Error | undefined>((resolve) => {
    socket.once('connect', () => resolve(undefined));
    socket.once('error', resolve);
  });
  if (failure !== undefined) {
    const { code } = failure as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return undefined;
    throw failure;
  }
  return client(socket);
}

function client(socket: Socket): AdminClient {
  // A socket that breaks is told of by the question that waits for its answer.
  socket.on('error', () => undefined);
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  return {
    ask: async (request) => {
      socket.write(`${JSON.stringify(request)}\n`);
      const { value, done } = await lines.next().catch(() => ({ value: undefined, done: true as const }));
      if (done === true) throw new AdminRefusal('the pool hung up before it answered');
      const answer = JSON.parse(value) as { ok: boolean; why?: string; result?: unknown };
      if (!answer.ok) throw new AdminRefusal(answer.why ?? 'the pool refused');
      return answer.result;
    },
    close: () => socket.destroy(),
  };
}
