// One address that does its worst, 127.0.0.1, in a process of its own.
import type { Socket } from 'node:net';
import { answerQuestions } from '../support/bench-process.ts';
import { attacks, openSocket } from './attacks.ts';
import type { AttackerVerbs } from './verbs.ts';

let deeds = 0;
let ending = new AbortController();
let running: Promise<void> = Promise.resolve();
const sockets = new Set<Socket>();

answerQuestions({
  start: async ({ attack, ...ports }) => {
    const run = attacks[attack];
    if (run === undefined) throw new Error(`no attack is called ${attack}`);
    deeds = 0;
    ending = new AbortController();
    running = run(ports, {
      signal: ending.signal,
      count: () => {
        deeds += 1;
      },
      open: (port, localAddress) => {
        const socket = openSocket(port, localAddress);
        sockets.add(socket);
        socket.on('close', () => sockets.delete(socket));
        return socket;
      },
    });
  },
  stop: async () => {
    ending.abort();
    for (const socket of sockets) socket.destroy();
    await running;
    return { deeds };
  },
} satisfies AttackerVerbs);
