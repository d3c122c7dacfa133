import { Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { StratumClient } from './testing/stratum-client.ts';
import {
  anyDoge,
  buildTemplate,
  silentLog,
  startTestPool,
  startTime,
  type TestPool,
  until,
} from './testing/listener-kit.ts';
import { ShareAccumulator } from './share-accumulator.ts';

const pools: TestPool[] = [];
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});
async function start(...options: Parameters<typeof startTestPool>): Promise<TestPool> {
  const pool = await startTestPool(...options);
  pools.push(pool);
  return pool;
}

const nextBlock = buildTemplate({ height: 8, previousHash: new Uint8Array(32).fill(8) });
/** Every second hash is a block. */
const easyBlock = { bits: 0x207fffff, networkWork: 2n };

/** Tries nonces from `from` on until one has the wanted answer; 0 stands for acceptance. */
async function submitUntil(client: StratumClient, code: number, from = 0, job = '1'): Promise<number> {
  for (let nonce = from; nonce < from + 64; nonce++) {
    const { error } = await client.submit({ job, time: startTime, nonce });
    if ((error?.[0] ?? 0) === code) return nonce;
  }
  throw new Error('64 nonces without luck');
}

describe('a miner', () => {
  it('subscribes, logs in, gets difficulty and job, and is credited for its shares', async () => {
    const pool = await start();
    const client = await StratumClient.open(pool.listener.port);
    const [subscribed, authorized, difficulty, job] = await client.login();
    expect(subscribed?.result).toEqual([
      [
        ['mining.set_difficulty', 'f0000001'],
        ['mining.notify', 'f0000001'],
      ],
      'f0000001',
      4,
    ]);
    expect(authorized).toEqual({ id: 2, result: true, error: null });
    expect(difficulty).toMatchObject({ method: 'mining.set_difficulty', params: [2 / 2 ** 32] });
    expect(job).toMatchObject({ method: 'mining.notify' });
    const nonce = await submitUntil(client, 0);
    expect((await client.submit({ job: '1', time: startTime, nonce })).error).toEqual([
      22,
      'Duplicate share',
      null,
    ]);
    await until(() => pool.batches.length === 1);
    expect(pool.batches[0]?.lines).toEqual([
      {
        miner: { coin: 'DOGE', network: 'dogecoin', address: 'D1', memo: null },
        worker: 'rig1',
        referralCode: null,
        work: 2n,
        shares: 1,
        firstAt: startTime * 1000,
        lastAt: startTime * 1000,
      },
    ]);
    expect(pool.results.filter((result) => result === 'accepted').length).toBe(1);
    expect(pool.results.at(-1)).toBe('duplicate');
  });

  it('gets every new job, and none before it logged in', async () => {
    const pool = await start();
    const client = await StratumClient.open(pool.listener.port);
    client.say('mining.subscribe', [], 1);
    await client.next();
    pool.chain.offer(nextBlock);
    client.say('mining.authorize', ['DOGE:D1.rig1', 'x'], 2);
    expect((await client.next()).id).toBe(2);
    expect((await client.next()).method).toBe('mining.set_difficulty');
    expect((await client.next()).params?.[0]).toBe('2');
    pool.chain.offer(buildTemplate({ height: 9, previousHash: new Uint8Array(32).fill(9) }));
    expect((await client.next()).params?.[0]).toBe('3');
    expect((await client.submit({ job: '2', time: startTime, nonce: 0 })).error?.[0]).toBe(21);
  });

  it('is one once it has logged in: a connection is none', async () => {
    const pool = await start();
    const client = await StratumClient.open(pool.listener.port);
    client.say('mining.subscribe', []);
    await client.next();
    expect([pool.listener.connections(), pool.listener.hasMiners()]).toEqual([1, false]);
    await client.login();
    await until(() => pool.listener.hasMiners());
    await client.close();
    await until(() => !pool.listener.hasMiners());
  });

  it('hears a new difficulty before the job that it holds for', async () => {
    const pool = await start();
    const client = await StratumClient.open(pool.listener.port);
    await client.login();
    client.say('mining.suggest_difficulty', [0.25]);
    expect((await client.next()).result).toBe(true);
    pool.chain.offer(buildTemplate({ height: 8, previousHash: new Uint8Array(32).fill(8) }));
    expect(await client.next()).toMatchObject({ method: 'mining.set_difficulty', params: [0.25] });
    expect((await client.next()).method).toBe('mining.notify');
  });

  it('has its whole chunk answered in order, however it is cut', async () => {
    const pool = await start();
    const client = await StratumClient.open(pool.listener.port);
    const text = Array.from(
      { length: 200 },
      (_, id) => `{"id":${id},"method":"mining.multi_version","params":[]}\n`,
    ).join('');
    for (const piece of text.match(/[\s\S]{1,977}/g) ?? []) client.socket.write(piece);
    for (let id = 0; id < 200; id++) expect(await client.next()).toEqual({ id, result: true, error: null });
  });

  it('reads why it was refused, and is disconnected', async () => {
    const pool = await start();
    const client = await StratumClient.open(pool.listener.port);
    client.say('mining.subscribe', [], 1);
    client.say('mining.authorize', ['NOPE:x.y', 'x'], 2);
    await client.next();
    expect(await client.next()).toMatchObject({
      method: 'client.show_message',
      params: ['This pool does not pay NOPE'],
    });
    expect((await client.next()).error).toEqual([24, 'This pool does not pay NOPE', null]);
    await client.closed;
    await until(() => pool.sessions === 0 && pool.extranonces.taken === 0);
  });

  it('is answered once its share is written, and not before [I2]', async () => {
    const shareLog = { add: vi.fn(), write: vi.fn(), onSafe: () => undefined, refuses: false, keeps: true };
    let ids = 0;
    const accumulator = new ShareAccumulator({
      algorithm: 'sha256',
      record: () => Promise.resolve(),
      newId: () => String(++ids),
      log: silentLog,
      shareLog,
    });
    const pool = await start({ accumulator });
    const client = await StratumClient.open(pool.listener.port);
    await client.login();
    const sent = vi.spyOn(Socket.prototype, 'write');
    for (let from = 0; from < 3 * 64; from += 64) await submitUntil(client, 0, from);
    const answers = sent.mock.calls.map(([data]) => String(data).includes('"result":true'));
    const order = [
      ...shareLog.add.mock.invocationCallOrder.map((at) => ({ at, what: 'added' })),
      ...shareLog.write.mock.invocationCallOrder.map((at) => ({ at, what: 'written' })),
      ...sent.mock.invocationCallOrder.flatMap((at, nth) =>
        answers[nth] === true ? { at, what: 'answered' } : [],
      ),
    ].toSorted((left, right) => left.at - right.at);
    sent.mockRestore();
    const steps = order
      .map(({ what }) => what)
      .filter((what, nth, all) => what !== 'written' || all[nth - 1] === 'added');
    expect(steps).toEqual(Array.from({ length: 3 }, () => ['added', 'written', 'answered']).flat());
    await accumulator.close();
  });

  it('is told when work cannot be recorded', async () => {
    const accumulator = new ShareAccumulator({
      algorithm: 'sha256',
      record: () => Promise.reject(new Error('the database is away')),
      newId: () => 'id',
      log: silentLog,
      unrecordedMax: 1,
      closeWithinMs: 50,
    });
    const pool = await start({ accumulator });
    const client = await StratumClient.open(pool.listener.port);
    await client.login();
    const accepted = await submitUntil(client, 0);
    const refused = await submitUntil(client, 20, accepted + 1);
    expect((await client.submit({ job: '1', time: startTime, nonce: refused })).error?.[1]).toBe(
      'The pool cannot record work right now',
    );
    expect(await accumulator.close()).toBe(1);
  });
});

describe('a block', () => {
  it('is answered only when its share and itself are durable; others do not wait', async () => {
    let store = (): void => {};
    const order: string[] = [];
    const pool = await start({
      template: buildTemplate(easyBlock),
      foundBlock: async (candidate, shareRecorded) => {
        await shareRecorded;
        order.push(`block ${candidate.height} after ${pool.batches.length} batches`);
        await new Promise<void>((resolve) => {
          store = resolve;
        });
      },
    });
    const finder = await StratumClient.open(pool.listener.port);
    const other = await StratumClient.open(pool.listener.port);
    await finder.login();
    await other.login('DOGE:D1.rig2');
    let nonce = 0;
    while (order.length === 0) {
      finder.say('mining.submit', [
        'DOGE:D1.rig1',
        '1',
        '00000000',
        startTime.toString(16),
        (nonce++).toString(16).padStart(8, '0'),
      ]);
      finder.say('mining.multi_version', [], 'behind');
      const answered = nonce * 2;
      await until(() => order.length > 0 || finder.unread.length === answered);
    }
    expect(order).toEqual(['block 7 after 1 batches']);
    const before = finder.unread.length;
    expect(before).toBe((nonce - 1) * 2);
    other.say('mining.multi_version', [], 'not behind');
    expect((await other.next()).id).toBe('not behind');
    expect(finder.unread.length).toBe(before);
    store();
    await until(() => finder.unread.length === before + 2);
    expect(finder.unread.slice(before)).toEqual([
      { id: 4, result: true, error: null },
      { id: 'behind', result: true, error: null },
    ]);
    expect(pool.batches.length).toBe(1);
  });

  it('carries what a node needs', async () => {
    const pool = await start({ template: buildTemplate(easyBlock) });
    const client = await StratumClient.open(pool.listener.port);
    await client.login();
    await submitUntil(client, 0);
    expect(pool.blocks).toMatchObject([
      {
        algorithm: 'sha256',
        chain: 'test-sha256',
        height: 7,
        networkWork: 2n,
        miner: { coin: 'DOGE', address: 'D1' },
        worker: 'rig1',
        foundAt: startTime * 1000,
      },
    ]);
    // What the template makes of an 80-byte header and a coinbase of 100 bytes.
    expect(pool.blocks[0]?.submission.length).toBe(180);
    expect(pool.blocks[0]?.hash).toMatch(/^[0-7][0-9a-f]{63}$/);
  });

  it('of several chains is stored for each by itself, also where one cannot be', async () => {
    const stored: string[] = [];
    const merged = ['one', 'two'].map((chain) => ({
      chain,
      height: 90,
      hash: 'e'.repeat(64),
      networkTarget: 2n ** 256n - 1n,
      networkWork: 1n,
      submissionOf: () => new Uint8Array(3),
    }));
    // Only every 2^32nd share is a block of its own chain.
    const pool = await start({
      template: buildTemplate({ merged }),
      foundBlock: async ({ chain, hash, networkWork, submission }) => {
        stored.push(`${chain} ${hash.slice(0, 2)} ${networkWork} ${submission.length}`);
        if (chain === 'one') throw new Error('full disk');
      },
    });
    const client = await StratumClient.open(pool.listener.port);
    await client.login();
    await submitUntil(client, 20);
    expect(stored).toEqual(['one ee 1 3', 'two ee 1 3']);
  });

  it('that could not be stored is an error for its finder, who may go on', async () => {
    const pool = await start({
      template: buildTemplate(easyBlock),
      foundBlock: () => Promise.reject(new Error('full disk')),
    });
    const client = await StratumClient.open(pool.listener.port);
    await client.login();
    await submitUntil(client, 20);
    client.say('mining.multi_version', [], 9);
    expect(await client.next()).toEqual({ id: 9, result: true, error: null });
  });

  it('is stored and answered even while the listener closes', async () => {
    let store: (() => void) | undefined;
    const pool = await start({
      template: buildTemplate(easyBlock),
      foundBlock: () =>
        new Promise((resolve) => {
          store = resolve;
        }),
    });
    const client = await StratumClient.open(pool.listener.port);
    await client.login();
    const found = submitUntil(client, 0);
    await until(() => store !== undefined);
    const closed = pool.listener.close();
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(pool.listener.connections()).toBe(1);
    store?.();
    expect(await found).toBeLessThan(64);
    await closed;
    expect(pool.listener.connections()).toBe(0);
  });
});

describe('limits', () => {
  it('close a line without end, a stranger of another protocol, and the silent', async () => {
    const pool = await start({ limits: { loginSeconds: 0 } });
    const endless = await StratumClient.open(pool.listener.port);
    endless.socket.write('A'.repeat(65_536));
    await endless.closed;
    const browser = await StratumClient.open(pool.listener.port);
    browser.socket.write('GET / HTTP/1.1\r\nHost: pool\r\n\r\n');
    await browser.closed;
    const silent = await StratumClient.open(pool.listener.port);
    await silent.closed;
    await until(() => pool.extranonces.taken === 0);
  });

  it('close a miner that says nothing for too long', async () => {
    const pool = await start({ limits: { idleSeconds: 1 } });
    const client = await StratumClient.open(pool.listener.port);
    await client.login();
    await client.closed;
  });

  it('limit the connections of one source and spare the others', async () => {
    const pool = await start({ gateLimits: { connectionsPerClientMax: 3 } });
    const clients = await Promise.all([1, 2, 3].map(() => StratumClient.open(pool.listener.port)));
    // One without an accepted share would make room for the next.
    for (const client of clients) {
      await client.login();
      await submitUntil(client, 0);
    }
    const refused = await StratumClient.open(pool.listener.port);
    await refused.closed;
    const neighbour = await StratumClient.open(pool.listener.port, '127.0.0.1');
    await neighbour.closed;
    await clients[0]?.close();
    await until(() => pool.listener.connections() === 2);
    const next = await StratumClient.open(pool.listener.port);
    expect(await next.login()).toHaveLength(4);
    for (const client of clients.slice(1)) expect(client.socket.destroyed).toBe(false);
  });

  it('drop a miner that does not read [I8]', async () => {
    const pool = await start({ limits: { outgoingBytesMax: 20_000 } });
    const client = await StratumClient.open(pool.listener.port);
    await client.login();
    client.socket.pause();
    const long = { coinbaseSuffix: new Uint8Array(20_000) };
    await until(() => {
      for (let count = 0; count < 20; count++) pool.chain.offer(buildTemplate(long));
      return pool.listener.connections() === 0;
    });
    expect(pool.listener.connections()).toBe(0);
  });

  it('keep a fault of the pool to the one connection that met it', async () => {
    const errors: unknown[] = [];
    const pool = await start({
      login: (text) => {
        if (text.includes('cursed')) throw new Error('a bug');
        return anyDoge(text);
      },
      log: { ...silentLog, error: (details: unknown) => errors.push(details) },
    });
    const honest = await StratumClient.open(pool.listener.port);
    await honest.login();
    const cursed = await StratumClient.open(pool.listener.port);
    cursed.say('mining.authorize', ['DOGE:cursed', 'x']);
    await cursed.closed;
    expect(errors).toMatchObject([{ reason: 'fault', err: new Error('a bug') }]);
    await submitUntil(honest, 0);
  });

  it('leak nothing over 300 connections', async () => {
    const pool = await start();
    for (let round = 0; round < 30; round++) {
      const clients = await Promise.all(
        Array.from({ length: 10 }, () => StratumClient.open(pool.listener.port)),
      );
      await Promise.all(clients.map((client) => client.login()));
      await Promise.all(clients.map((client) => client.close()));
    }
    await until(() => pool.listener.connections() === 0);
    expect([pool.sessions, pool.extranonces.taken]).toEqual([0, 0]);
  });
});
