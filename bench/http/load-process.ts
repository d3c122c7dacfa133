// Asks over plain sockets that stay open; its own CPU time is not measured.
import { connect } from 'node:net';
import { answerQuestions } from '../support/bench-process.ts';
import type { LoadOptions, LoadVerbs } from './verbs.ts';

answerQuestions({
  load: async ({ port, paths, requests, connections }) => {
    let next = 0;
    const takeNext = (): string | undefined => {
      if (next >= requests) return undefined;
      next += 1;
      return paths[(next - 1) % paths.length];
    };
    const bytes = await Promise.all(Array.from({ length: connections }, () => askAll(port, takeNext)));
    return { bytes: bytes.reduce((sum, count) => sum + count, 0) };
  },
} satisfies LoadVerbs);

/** One connection: a question, its whole answer, the next question. */
function askAll(port: LoadOptions['port'], takeNext: () => string | undefined): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let bytes = 0;
    let head = '';
    let bodyLeft = -1;
    const ask = (): void => {
      const path = takeNext();
      if (path === undefined) {
        socket.end();
        return resolve(bytes);
      }
      head = '';
      bodyLeft = -1;
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n\r\n`);
    };
    socket.setEncoding('latin1');
    socket.on('connect', ask);
    socket.on('error', reject);
    socket.on('data', (text: string) => {
      bytes += text.length;
      if (bodyLeft >= 0) bodyLeft -= text.length;
      else {
        head += text;
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
        if (!head.startsWith('HTTP/1.1 200 ') || length === undefined) {
          reject(new Error(head.slice(0, 300)));
          return void socket.destroy();
        }
        bodyLeft = Number(length) - (head.length - end - 4);
      }
      if (bodyLeft === 0) ask();
    });
  });
}
