// The raw reference: ws and a loop over its sockets.
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { answerQuestions } from '../support/bench-process.ts';
import type { ServerVerbs } from './verbs.ts';

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, backlog: 4096, perMessageDeflate: false });
server.on('connection', (client) => client.send('welcome'));

answerQuestions({
  start: async () => {
    if (server.address() === null) await new Promise((resolve) => server.once('listening', resolve));
    return { port: (server.address() as AddressInfo).port };
  },
  broadcast: (text) => {
    const beganAt = performance.timeOrigin + performance.now();
    for (const client of server.clients) client.send(text);
    return { beganAt };
  },
  tellMiner: () => {
    throw new Error('it knows no miners');
  },
} satisfies ServerVerbs);
