import { EventEmitter } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { type PowRequest, type PowThread, PowThreads } from '../../runtime/proof-of-work/pow-threads.ts';
import type { PowVerifier } from '../../runtime/proof-of-work/pow-verifier.ts';
import { buildTemplate, startTestPool, startTime, type TestPool, until } from './testing/listener-kit.ts';
import { StratumClient } from './testing/stratum-client.ts';
import { VerifierLoad } from './verifier-load.ts';

const nonceAt = 79;
const shareHash = new Uint8Array(32);
const junkHash = new Uint8Array(32).fill(0xff);

/** The one thread of the verifier: works when the test lets it. A nonce that begins with ff is no share, any other is one; 40 ms each. */
class SteppedThread extends EventEmitter {
  readonly asked: PowRequest[] = [];

  postMessage(request: PowRequest): void {
    this.asked.push(request);
  }

  step(): void {
    const request = this.asked.shift();
    if (request === undefined) return;
    const verdict = (request.input as Uint8Array)[nonceAt] === 0xff ? junkHash : shareHash;
    this.emit('message', { id: request.id, verdict, ms: 40 });
  }

  async terminate(): Promise<number> {
    return 0;
  }

  unref(): void {}
}

const thread = new SteppedThread();
const threads = new PowThreads({ threadsMax: 1, start: () => thread as unknown as PowThread });
const verifier: PowVerifier = {
  verify: (input, owner, standing) => threads.verify('0', input, owner, standing),
  capacity: () => threads.capacity,
  waiting: () => threads.waiting,
};
/** What was given to the verifier and is not answered. */
const waiting = (): number => threads.waiting + thread.asked.length;

const pools: TestPool[] = [];
afterEach(async () => {
  while (waiting() > 0) thread.step();
  for (const pool of pools.splice(0)) await pool.close();
});

async function start(overrides: Parameters<typeof startTestPool>[0] = {}): Promise<TestPool> {
  const pool = await startTestPool({ verifier, gateLimits: {}, ...overrides });
  pools.push(pool);
  return pool;
}

async function connect(pool: TestPool, localAddress: string): Promise<StratumClient> {
  const client = await StratumClient.open(pool.listener.port, '127.0.0.1', localAddress);
  expect((await client.login())[1]?.result).toBe(true);
  return client;
}

/** Sends one share and lets the thread work until it is answered; answers how many shares the thread verified meanwhile. */
async function stepsUntilAnswered(pool: TestPool, client: StratumClient, nonce: number): Promise<number> {
  const before = waiting();
  const accepted = pool.results.filter((result) => result === 'accepted').length;
  const answer = client.submit({ job: '1', time: startTime, nonce });
  await until(() => waiting() > before);
  let steps = 0;
  while (pool.results.filter((result) => result === 'accepted').length === accepted) {
    thread.step();
    steps += 1;
    await new Promise(setImmediate);
  }
  expect((await answer).result).toBe(true);
  return steps;
}

describe('made-up shares of an algorithm whose shares are dear', () => {
  it('delay who mines by one share, from however many connections and addresses they come', async () => {
    const pool = await start();
    const miner = await connect(pool, '127.0.7.1');
    expect(await stepsUntilAnswered(pool, miner, 1)).toBe(1);
    for (let index = 0; index < 40; index += 1) {
      const stranger = await connect(pool, `127.0.8.${index + 1}`);
      stranger.say('mining.submit', ['DOGE:D1.rig1', '1', '00000000', startTime.toString(16), 'ff000000']);
    }
    await until(() => waiting() === 40);
    for (let share = 2; share < 5; share += 1)
      expect(await stepsUntilAnswered(pool, miner, share)).toBeLessThanOrEqual(2);
    // A newcomer waits among those who have shown nothing, in the turn of its client address.
    const newcomer = await connect(pool, '127.0.7.2');
    expect(await stepsUntilAnswered(pool, newcomer, 5)).toBeLessThanOrEqual(41);
    expect(pool.results.filter((result) => result === 'busy')).toEqual([]);
  });

  it('ban their source when they have wasted two seconds of the verifier, whatever it mines to', async () => {
    const pool = await start();
    let sent = 0;
    while (sent < 60) {
      const stranger = await StratumClient.open(pool.listener.port, '127.0.0.1', '127.0.9.1');
      stranger.say('mining.subscribe', ['test/1.0'], 1);
      const { params } = await stranger.next();
      if (params !== undefined) {
        expect(params[0]).toMatch(/^Banned until .*: too many low difficulty shares$/);
        break;
      }
      stranger.say('mining.authorize', ['DOGE:D1.rig1', 'x'], 2);
      await Promise.all([stranger.next(), stranger.next(), stranger.next()]);
      for (let share = 0; share < 10 && !stranger.socket.destroyed; share += 1) {
        stranger.say('mining.submit', [
          'DOGE:D1.rig1',
          '1',
          '00000000',
          startTime.toString(16),
          `ff0000${10 + share}`,
        ]);
        await until(() => thread.asked.length > 0);
        thread.step();
        sent += 1;
        expect((await stranger.next()).error?.[0]).toBe(23);
        if (sent === 51) await stranger.closed;
      }
    }
    expect(sent).toBe(51);
  });
});

describe('a verifier that has many connections', () => {
  it('has the difficulty of each raised to its part, where vardiff alone would leave it', async () => {
    const load = new VerifierLoad({ capacity: () => ({ msPerShare: 20_000, threads: 1 }) });
    let now = startTime * 1000;
    const pool = await start({ load, clock: { now: () => now } });
    const miner = await connect(pool, '127.0.7.9');
    expect(load.paceMin(now)).toBe(0);
    for (let share = 0; share < 12; share += 1) await stepsUntilAnswered(pool, miner, share);
    expect(load.paceMin(now)).toBeCloseTo(33.333, 3);
    // A share in 20 s, which is within twice the usual ten.
    now += 240_000;
    pool.chain.offer(buildTemplate({ height: 8 }));
    // From 2 hashes a share to 3.
    expect((await miner.next()).params).toEqual([3 / 2 ** 32]);
    await miner.close();
    await until(() => load.paceMin(now) === 0);
  });
});
