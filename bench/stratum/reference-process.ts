// The raw reference: JSON lines over node:net and SHA-256d of 80 bytes a share. It knows no miners, checks no
// target and records nothing; no pool on Node.js can be cheaper.
import { hash } from 'node:crypto';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { createJob, notifyLine } from '@openlode/stratum/dialects/bitcoin/job';
import { memoryInUse } from '../support/memory.ts';
import { buildTemplate } from './build-template.ts';
import { answerQuestions } from '../support/bench-process.ts';
import { processCpuMicros } from '../support/cpu.ts';
import type { ServerVerbs } from './verbs.ts';

interface Request {
  readonly id: number;
  readonly method: string;
  readonly params: readonly string[];
}

const sockets = new Set<Socket>();
let branches = 0;
let shares = 0;
let lastExtranonce1 = 0;

function serve(socket: Socket): void {
  const header = Buffer.alloc(80, 7);
  let rest = '';
  lastExtranonce1 += 1;
  const extranonce1 = lastExtranonce1.toString(16).padStart(8, '0');
  sockets.add(socket);
  socket.setEncoding('latin1');
  socket.on('error', () => undefined);
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    let replies = '';
    for (const line of lines) replies += answer(JSON.parse(line) as Request, header, extranonce1);
    socket.write(replies, 'latin1');
  });
}

function answer({ id, method, params }: Request, header: Buffer, extranonce1: string): string {
  if (method === 'mining.submit') {
    header.writeUInt32LE(Number.parseInt(params[4] ?? '', 16), 76);
    const digest = hash('sha256', hash('sha256', header, 'buffer'), 'buffer');
    if (digest[31] === undefined) return '';
    shares += 1;
    return `{"id":${id},"result":true,"error":null}\n`;
  }
  if (method === 'mining.subscribe') return `{"id":${id},"result":[[],"${extranonce1}",4],"error":null}\n`;
  const job = ['1', '00'.repeat(32), '00', '00', [], '20000000', '1d00ffff', '6b001eab', true];
  return `{"id":${id},"result":true,"error":null}\n{"id":null,"method":"mining.notify","params":${JSON.stringify(job)}}\n`;
}

const readCpu = () => ({ server: processCpuMicros(), database: 0 });

answerQuestions({
  start: ({ merkleBranches }) => {
    branches = merkleBranches;
    return new Promise((resolve) => {
      const server = createServer({ noDelay: true }, serve);
      server.listen({ host: '127.0.0.1', port: 0, backlog: 1024 }, () =>
        resolve({ port: (server.address() as AddressInfo).port }),
      );
    });
  },
  memory: memoryInUse,
  job: () => {
    const line = Buffer.from(notifyLine(createJob('2', buildTemplate(branches))), 'latin1');
    for (const socket of sockets) socket.write(line);
  },
  cpu: readCpu,
  flush: () => Promise.resolve({ recordedShares: shares, cpu: readCpu() }),
  audit: () => Promise.resolve(shares),
  unrecordedMs: () => 0,
} satisfies ServerVerbs);
