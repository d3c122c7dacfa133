// Miners and visitors who do nothing wrong, each from an address of its own, and how long they wait.
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { LoadConnection } from '../stratum/load-connection.ts';
import { answerQuestions } from '../support/bench-process.ts';
import type { HonestVerbs, Ports } from './verbs.ts';

/** By what a share costs the pool: the number of miners, and every how many twentieths of a second each sends a share. */
const CREWS = { cheap: { miners: 20, every: 4 }, dear: { miners: 1, every: 10 } } as const;
/** Each stays below the 500 calls a minute of one client address. */
const VISITORS = 10;
const CALLS_PER_SECOND = 4;
const ANSWER_WITHIN_MS = 10_000;
const PATHS = [
  '/api/v3/site/version',
  '/api/v5/account/00000000-0000-8000-8000-000000000000/stats',
  '/api/v4/support',
];

let ports: Ports = { stratum: 0, http: 0 };
let crew: (typeof CREWS)[keyof typeof CREWS] = CREWS.cheap;
const miners: LoadConnection[] = [];
const agents: Agent[] = [];

async function openMiner(index: number): Promise<LoadConnection> {
  return LoadConnection.open(ports.stratum, index, `127.0.1.${index + 1}`);
}

/** Waits for one call, to the last byte; undefined where it was refused or not answered. */
function call(agent: Agent, path: string): Promise<number | undefined> {
  const began = performance.now();
  return new Promise((resolve) => {
    const request = get({ port: ports.http, host: '127.0.0.1', path, agent }, (response) => {
      response.on('end', () =>
        resolve((response.statusCode ?? 500) < 429 ? performance.now() - began : undefined),
      );
      response.resume();
    });
    request.setTimeout(ANSWER_WITHIN_MS, () => request.destroy());
    request.on('error', () => resolve(undefined));
  });
}

answerQuestions({
  connect: async ({ work, ...given }) => {
    ports = given;
    crew = CREWS[work];
    for (let index = 0; index < crew.miners; index += 1) miners.push(await openMiner(index));
    for (let index = 0; index < VISITORS; index += 1)
      agents.push(new Agent({ keepAlive: true, maxSockets: 20, localAddress: `127.0.2.${index + 1}` }));
  },
  look: async (seconds) => {
    const shares: number[] = [];
    const calls: number[] = [];
    let asked = 0;
    let refused = 0;
    let unanswered = 0;
    for (const [index, miner] of miners.entries()) {
      if (miner.isClosed) miners[index] = await openMiner(index);
      const current = miners[index];
      if (current === undefined) continue;
      current.observer = {
        onAccepted: (ms) => shares.push(ms),
        onRefused: () => {
          refused += 1;
        },
      };
    }
    const waiting: Promise<unknown>[] = [];
    const end = performance.now() + seconds * 1000;
    let turn = 0;
    while (performance.now() < end) {
      // A twentieth of a second: a quarter of the miners and a fifth of the visitors.
      for (let index = turn % crew.every; index < crew.miners; index += crew.every) {
        asked += 1;
        miners[index]?.submit(1);
      }
      for (let index = turn % 5; index < VISITORS; index += 20 / CALLS_PER_SECOND) {
        const agent = agents[index];
        const path = PATHS[turn % PATHS.length];
        if (agent === undefined || path === undefined) continue;
        waiting.push(
          call(agent, path).then((ms) => {
            if (ms === undefined) unanswered += 1;
            else calls.push(ms);
          }),
        );
      }
      turn += 1;
      await sleep(50);
    }
    await Promise.all(waiting);
    for (let waited = 0; shares.length + refused < asked && waited < ANSWER_WITHIN_MS; waited += 50)
      await sleep(50);
    return { shares, calls, failed: unanswered + asked - shares.length };
  },
} satisfies HonestVerbs);
