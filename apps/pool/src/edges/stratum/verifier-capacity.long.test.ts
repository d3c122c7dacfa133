import { afterEach, describe, expect, it } from 'vitest';
import type { PowVerifier } from '../../runtime/proof-of-work/pow-verifier.ts';
import { buildTemplate, easyRules, startTestPool, startTime, type TestPool } from './testing/listener-kit.ts';
import { type PoolLine, StratumClient } from './testing/stratum-client.ts';
import { VerifierLoad } from './verifier-load.ts';

const machineCount = 60;
/** What a share takes the one thread of the verifier: with a share in ten seconds from each, 1.8 of its time. */
const msPerShare = 300;
const jobSeconds = 30;
/** Of all hashes: a share at any difficulty. */
const shareHash = new Uint8Array(32);

let pool: TestPool | undefined;
afterEach(() => pool?.close());

/** A machine behind a socket, whose shares come as chance has it. */
class Machine {
  readonly client: StratumClient;
  readonly #hashesPerSecond: number;
  #work = 0;
  #job = '';
  #nonce = 0;

  private constructor(client: StratumClient, hashesPerSecond: number) {
    this.client = client;
    this.#hashesPerSecond = hashesPerSecond;
  }

  static async open(port: number, index: number, hashesPerSecond: number): Promise<Machine> {
    const client = await StratumClient.open(port, '127.0.0.1', `127.0.6.${index + 1}`);
    const machine = new Machine(client, hashesPerSecond);
    client.say('mining.subscribe', ['test/1.0'], 1);
    client.say('mining.authorize', ['DOGE:D1.rig1', 'x'], 2);
    await machine.untilJob();
    return machine;
  }

  /** Reads on until there is another job, with the difficulty before it where that changes. */
  async untilJob(): Promise<void> {
    for (const before = this.#job; this.#job === before; ) this.#take(await this.client.next());
  }

  /** Sends what it finds in the time of a job; answers how many of it were accepted. */
  async mine(now: number, draw: () => number): Promise<number> {
    let found = poisson((this.#hashesPerSecond * jobSeconds) / this.#work, draw);
    for (let accepted = 0; ; accepted += 1, found -= 1) {
      if (found === 0) return accepted;
      this.#nonce += 1;
      this.client.say('mining.submit', [
        'DOGE:D1.rig1',
        this.#job,
        '00000000',
        Math.floor(now / 1000).toString(16),
        this.#nonce.toString(16).padStart(8, '0'),
      ]);
      let answer = await this.client.next();
      for (; answer.id !== 4; answer = await this.client.next()) this.#take(answer);
      expect([answer.error, answer.result]).toEqual([null, true]);
    }
  }

  #take({ method, params = [] }: PoolLine): void {
    if (method === 'mining.set_difficulty') this.#work = Number(params[0]) * 2 ** 32;
    if (method === 'mining.notify') this.#job = String(params[0]);
  }
}

/** The load of the verifier in each span of five minutes. */
async function loadsOf(shared: boolean): Promise<readonly number[]> {
  const capacity = (): { msPerShare: number; threads: number } => ({ msPerShare, threads: 1 });
  const verifier: PowVerifier = { verify: async () => shareHash, capacity, waiting: () => 0 };
  let now = startTime * 1000;
  let height = 7;
  const template = () =>
    buildTemplate({ height, time: Math.floor(now / 1000), networkWork: 1n << 80n, clean: false });
  pool = await startTestPool({
    verifier,
    clock: { now: () => now },
    template: template(),
    // A share in a second from the largest.
    rules: { ...easyRules, startWork: 10_000n },
    ...(shared ? { load: new VerifierLoad(verifier) } : {}),
  });
  const draw = seeded(7);
  const { port } = pool.listener;
  const machines = await Promise.all(
    Array.from({ length: machineCount }, (_, index) => Machine.open(port, index, 10 ** (1 + 3 * draw()))),
  );
  const loads: number[] = [];
  for (let span = 0; span < 8; span += 1) {
    let verified = 0;
    for (let job = 0; job < 300 / jobSeconds; job += 1) {
      for (const machine of machines) verified += await machine.mine(now, draw);
      now += jobSeconds * 1000;
      height += 1;
      pool.chain.offer(template());
      await Promise.all(machines.map((machine) => machine.untilJob()));
    }
    loads.push((verified * msPerShare) / 300_000);
  }
  for (const { client } of machines) client.socket.destroy();
  return loads;
}

describe('60 machines of all sizes, over sockets, on a verifier that has time for half of their shares', () => {
  it('ask for twice what it can do where vardiff alone decides', async ({ annotate }) => {
    const settled = (await loadsOf(false)).slice(2);
    await annotate(`load ${settled.join(' ')}`);
    for (const load of settled) expect(load).toBeGreaterThan(1);
  }, 300_000);

  it('leave it below 75 % of its time where each has its part, and not idle', async ({ annotate }) => {
    const settled = (await loadsOf(true)).slice(2);
    await annotate(`load ${settled.join(' ')}`);
    for (const load of settled) {
      expect(load).toBeGreaterThan(0.3);
      expect(load).toBeLessThan(0.75);
    }
  }, 300_000);
});

function poisson(mean: number, draw: () => number): number {
  let found = -1;
  for (let waited = 0; waited < mean; found += 1) waited -= Math.log(1 - draw());
  return Math.max(0, found);
}

function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
