// The raw reference: a loop over plain sockets.
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { answerQuestions } from '../support/bench-process.ts';
import type { BareVerbs } from './verbs.ts';

const sockets = new Set<Socket>();
const server = createServer({ noDelay: true }, (socket) => {
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
  socket.once('error', () => socket.destroy());
});

answerQuestions({
  start: async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 4096, resolve));
    return { port: (server.address() as AddressInfo).port };
  },
  write: (bytes) => {
    const line = Buffer.from(`${'x'.repeat(bytes)}\n`);
    const beganAt = performance.timeOrigin + performance.now();
    for (const socket of sockets) socket.write(line);
    return { beganAt };
  },
} satisfies BareVerbs);
