// The pool's own live channel. What it would read from the database is at hand, so that the sending itself is measured.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openGateway } from '../../apps/pool/src/edges/live/gateway.ts';
import { answerQuestions } from '../support/bench-process.ts';
import type { ServerVerbs } from './verbs.ts';

const nothing = { amount: null, amount_extended: null, time_start: null, time_end: null, code: null };

const gateway = openGateway({
  version: '0.0.0',
  views: {
    event: async (_uuid, { seq, at }) => ({
      event: 'worker',
      seq,
      timestamp: at,
      data: { version: 1, ...nothing, online: true, algorithm: 'sha256', name: 'rig1' },
    }),
    exists: async () => true,
    balance: async () => undefined,
    summary: async () => undefined,
    workers: async () => [],
    totals: async () => ({ workers: '0', miners: '0', paid: '0' }),
  },
  looks: { summariesMs: 1e6, totalsMs: 1e6 },
  onError: (error) => {
    throw error;
  },
});
answerQuestions({
  start: () =>
    new Promise((resolve) => {
      const server = createServer();
      gateway.attach(server, () => ({ kind: 'admitted', clientAddress: 'bench', isExempt: true }));
      server.listen({ host: '127.0.0.1', port: 0, backlog: 4096 }, () =>
        resolve({ port: (server.address() as AddressInfo).port }),
      );
    }),
  broadcast: (text) => {
    const beganAt = performance.timeOrigin + performance.now();
    gateway.publish([{ kind: 'algorithm-rewarded', algorithm: text, at: 0 }]);
    return { beganAt };
  },
  tellMiner: ({ uuid, seq }) => {
    const body = { type: 'worker', name: 'rig1', algorithm: 'sha256', online: true } as const;
    const beganAt = performance.timeOrigin + performance.now();
    gateway.publish([{ kind: 'miner-event', uuid, event: { seq, at: 1, body } }]);
    return { beganAt };
  },
} satisfies ServerVerbs);
