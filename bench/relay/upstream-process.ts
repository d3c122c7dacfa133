// Another pool: lets everyone in, gives one job for ever, and takes every share.
import { createServer } from 'node:net';
import { answerQuestions } from '../support/bench-process.ts';
import type { UpstreamVerbs } from './verbs.ts';

interface Asked {
  readonly id: number;
  readonly method: string;
}

let connections = 0;
let shares = 0;

async function start({ hashesPerShare }: { readonly hashesPerShare: number }): Promise<{ port: number }> {
  const time = Math.floor(Date.now() / 1000).toString(16);
  const job = [
    '1',
    '00'.repeat(32),
    '01'.repeat(42),
    '02'.repeat(120),
    ['03'.repeat(32)],
    '20000000',
    '1d00ffff',
    time,
    true,
  ];
  const say = (method: string, params: readonly unknown[]): string =>
    JSON.stringify({ id: null, method, params });
  const server = createServer((socket) => {
    const prefix = (++connections).toString(16).padStart(8, '0');
    const answer = ({ id, method }: Asked): readonly string[] => {
      const yes = JSON.stringify({ id, result: true, error: null });
      switch (method) {
        case 'mining.subscribe':
          // Two bytes for a lane, and four for its miner.
          return [JSON.stringify({ id, result: [[], prefix, 6], error: null })];
        case 'mining.authorize':
          return [yes, say('mining.set_difficulty', [hashesPerShare / 2 ** 32]), say('mining.notify', job)];
        case 'mining.submit':
          shares += 1;
          return [yes];
        default:
          return [yes];
      }
    };
    let rest = '';
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('error', () => undefined);
    socket.on('data', (text: string) => {
      const parts = (rest + text).split('\n');
      rest = parts.pop() ?? '';
      const lines = parts.flatMap((part) => answer(JSON.parse(part) as Asked));
      if (lines.length > 0) socket.write(`${lines.join('\n')}\n`, 'latin1');
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the upstream has no port');
  return { port: address.port };
}

answerQuestions({ start, shares: () => shares } satisfies UpstreamVerbs);
