import type { TransactionAnswer } from '@openlode/ledger/judge-transaction';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { AdversarialRail } from '../../sandbox/testing/adversarial-rail.ts';
import { WalletShort } from '../../domain/kernel/wallet-short.ts';
import type { BuildOutcome, OutgoingAnswer, Rail, SendAnswer } from '../../domain/kernel/rail.ts';

/** One chain for several processes: it lives in the suite, so that no kill reaches it, and is asked over a socket. */
interface Question {
  readonly id: number;
  readonly verb: 'build' | 'send' | 'lookUp' | 'outgoing';
  readonly values: unknown;
}

interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
  readonly isShort?: boolean;
}

/** Amounts and bytes as text that says what it was. */
export function pack(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) => {
    if (typeof each === 'bigint') return { bigint: each.toString() };
    if (each instanceof Uint8Array) return { bytes: Buffer.from(each).toString('hex') };
    return each;
  });
}

export function unpack(text: string): unknown {
  return JSON.parse(text, (_key, each: unknown) => {
    if (typeof each !== 'object' || each === null) return each;
    if ('bigint' in each && typeof each.bigint === 'string') return BigInt(each.bigint);
    if ('bytes' in each && typeof each.bytes === 'string')
      return new Uint8Array(Buffer.from(each.bytes, 'hex'));
    return each;
  });
}

export async function serveRail(rail: AdversarialRail, path: string): Promise<Server> {
  const answer = async ({ verb, values }: Question): Promise<unknown> => {
    if (verb === 'build') return rail.build(...(values as Parameters<Rail['build']>));
    if (verb === 'send') return rail.send(...(values as Parameters<Rail['send']>));
    if (verb === 'outgoing') return rail.outgoing(...(values as Parameters<Rail['outgoing']>));
    return rail.lookUp(...(values as Parameters<Rail['lookUp']>));
  };
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    const lines = createInterface({ input: socket });
    // The process that asked has been killed.
    lines.on('error', () => undefined);
    lines.on('line', (line) => {
      const question = unpack(line) as Question;
      void answer(question).then(
        (value) => socket.write(`${pack({ id: question.id, value })}\n`),
        (error: unknown) =>
          socket.write(
            `${pack({ id: question.id, error: String(error), isShort: error instanceof WalletShort })}\n`,
          ),
      );
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(path, resolve);
  });
  return server;
}

/** The rail of a process; `local` decodes and knows the terms, which no chain is asked for. */
export function remoteRail(path: string, local: Rail): Rail & { close(): void } {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const socket: Socket = createConnection(path);
  let last = 0;
  socket.on('error', () => undefined);
  const lines = createInterface({ input: socket });
  lines.on('error', () => undefined);
  lines.on('line', (line) => {
    const { id, value, error, isShort } = unpack(line) as Answer;
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asked?.resolve(value);
    else asked?.reject(isShort === true ? new WalletShort(error) : new Error(error));
  });
  const ask = (verb: Question['verb'], values: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      socket.write(`${pack({ id: last, verb, values })}\n`);
    });
  return {
    ...local,
    build: async (...values) => (await ask('build', values)) as BuildOutcome,
    send: async (...values) => (await ask('send', values)) as SendAnswer,
    lookUp: async (...values) => (await ask('lookUp', values)) as TransactionAnswer[],
    // JSON makes null of what is undefined in a list, and that is no network.
    outgoing: async (since, network) =>
      (await ask('outgoing', network === undefined ? [since] : [since, network])) as OutgoingAnswer[],
    close: () => socket.destroy(),
  };
}
