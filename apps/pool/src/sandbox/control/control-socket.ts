import { rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** What a journey may ask of a sandbox. */
export interface SandboxActions {
  /** Moves business time forward and runs every job at the new time. Answers the new time. */
  advance(ms: number): Promise<number>;
  /** Makes the next share of an algorithm a block; false where the algorithm has no sandbox chain. */
  easeBlock(algorithm: string): boolean;
  /** Takes all prices away, or gives them back. */
  withholdRates(isWithheld: boolean): void;
  /** The books checked against themselves. */
  books(): Promise<Record<string, unknown>>;
}

type Answer = Readonly<Record<string, unknown>> & { readonly ok: boolean };

export interface ControlSocket {
  close(): Promise<void>;
}

/**
 * A unix socket for the suites: a JSON line asks, a JSON line answers. It can move time, so it exists only in a sandbox that was
 * told to open it, and only its owner can reach it.
 */
export async function openControlSocket(path: string, actions: SandboxActions): Promise<ControlSocket> {
  rmSync(path, { force: true });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    // A client that hangs up in the middle of a line ends its own conversation only.
    serve(socket, actions).catch(() => socket.destroy());
  });
  const umask = process.umask(0o077);
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

async function serve(socket: Socket, actions: SandboxActions): Promise<void> {
  for await (const line of createInterface({ input: socket })) {
    const answer = await act(line, actions).catch((error: unknown) => ({ ok: false, why: String(error) }));
    const json = JSON.stringify(answer, (_key, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    );
    socket.write(`${json}\n`);
  }
}

async function act(line: string, actions: SandboxActions): Promise<Answer> {
  const request = JSON.parse(line) as { do?: unknown; ms?: unknown; algorithm?: unknown; on?: unknown };
  if (request.do === 'advance' && typeof request.ms === 'number' && request.ms >= 0) {
    return { ok: true, now: await actions.advance(request.ms) };
  }
  if (request.do === 'mine-block' && typeof request.algorithm === 'string') {
    return { ok: actions.easeBlock(request.algorithm) };
  }
  if (request.do === 'withhold-rates' && typeof request.on === 'boolean') {
    actions.withholdRates(request.on);
    return { ok: true };
  }
  if (request.do === 'books') return { ok: true, ...(await actions.books()) };
  return { ok: false, why: 'unknown request' };
}
