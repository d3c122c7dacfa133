import { createConnection, createServer, type Server } from 'node:net';
import { createInterface } from 'node:readline';
import { pack, unpack } from '../remote-rail.ts';

interface Question {
  readonly id: number;
  readonly verb: string;
  readonly given: readonly unknown[];
}

interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

/** A signer of the suite that processes of their own ask: what it has signed it remembers whatever becomes of them. */
export async function serveSigner(signerOf: () => object, path: string): Promise<Server> {
  const answer = async ({ id, verb, given }: Question): Promise<Answer> => {
    try {
      const signer = signerOf();
      const method = Reflect.get(signer, verb) as (...all: readonly unknown[]) => unknown;
      return { id, value: await method.apply(signer, [...given]) };
    } catch (error) {
      return { id, error: String(error) };
    }
  };
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    const lines = createInterface({ input: socket });
    // The process that asked has been killed.
    lines.on('error', () => undefined);
    lines.on('line', (line) => {
      void answer(unpack(line) as Question).then((said) => socket.write(`${pack(said)}\n`));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(path, resolve);
  });
  return server;
}

/** The same signer in another process. */
export function remoteSigner(path: string): object {
  const socket = createConnection(path);
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let last = 0;
  createInterface({ input: socket }).on('line', (line) => {
    const { id, value, error } = unpack(line) as Answer;
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asked?.resolve(value);
    else asked?.reject(new Error(error));
  });
  return new Proxy(
    {},
    {
      get:
        (_target, verb) =>
        (...given: readonly unknown[]) =>
          new Promise((resolve, reject) => {
            last += 1;
            waiting.set(last, { resolve, reject });
            socket.write(`${pack({ id: last, verb: String(verb), given })}\n`);
          }),
    },
  );
}
