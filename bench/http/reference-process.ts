// The raw reference: node:http and one buffer, nothing looked at and nothing limited.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerQuestions } from '../support/bench-process.ts';
import { processCpuMicros } from '../support/cpu.ts';
import type { ServerVerbs } from './verbs.ts';

answerQuestions({
  start: ({ body: text }) =>
    new Promise((resolve) => {
      const body = Buffer.from(text);
      const headers = { 'content-type': 'application/json', 'content-length': body.length };
      const server = createServer((_request, response) => {
        response.writeHead(200, headers).end(body);
      });
      server.listen({ host: '127.0.0.1', port: 0, backlog: 1024 }, () =>
        resolve({ port: (server.address() as AddressInfo).port }),
      );
    }),
  cpu: () => ({ server: processCpuMicros(), database: 0 }),
} satisfies ServerVerbs);
