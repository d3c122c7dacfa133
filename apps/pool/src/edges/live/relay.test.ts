import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { FaultProxy } from '../../../../../testing/fault-proxy.ts';
import { hasRedis, RedisServer } from '../../../../../testing/redis-server.ts';
import type { LiveEvent } from '../../domain/kernel/publisher.ts';
import { openRelay, type Relay } from './relay.ts';
import { openRedisStream } from './redis-stream.ts';
import { encodeMessage } from './relay-wire.ts';

const uuid = '22222222-2222-8222-8222-222222222222';
const rewarded = (at: number): LiveEvent => ({ kind: 'algorithm-rewarded', algorithm: 'sha256', at });
const changed = (minerId: bigint): LiveEvent => ({ kind: 'balance-changed', minerId, uuid });
const worked: LiveEvent = { kind: 'miner-worked', minerId: 1n, uuid };
const waitLimit = { timeout: 30_000, interval: 10 };

interface Peer {
  readonly relay: Relay;
  readonly heard: LiveEvent[];
  readonly log: string[];
  caughtUp: number;
}

describe.skipIf(!hasRedis)('processes that tell each other through Redis', () => {
  let redis: RedisServer;
  let peers: Peer[] = [];
  let made = 0;
  beforeAll(async () => {
    redis = await RedisServer.start();
  });
  afterEach(async () => {
    await Promise.all(peers.map(({ relay }) => relay.close()));
    peers = [];
    await redis.ask('FLUSHALL');
  });
  afterAll(() => redis.close());

  /** A process of a pool, all of it but the relay left out. */
  async function join(
    pool = 'pool',
    isThere = true,
    { url = redis.url, announceEveryMs = 600_000 } = {},
  ): Promise<Peer> {
    made += 1;
    const peer: Omit<Peer, 'relay'> = { heard: [], log: [], caughtUp: 0 };
    const relay = openRelay({
      url,
      announceEveryMs,
      pool,
      instance: `process-${made}`,
      local: {
        publish: (events) => peer.heard.push(...events),
        catchUp: () => {
          whole.caughtUp += 1;
        },
      },
      onLost: () => peer.log.push('lost'),
      onBack: (dropped) => peer.log.push(`back ${dropped}`),
    });
    const whole: Peer = Object.assign(peer, { relay });
    peers.push(whole);
    relay.connect();
    if (!isThere) return whole;
    await vi.waitFor(() => expect([relay.isWhole(), whole.caughtUp > 0]).toEqual([true, true]), waitLimit);
    // Whatever a machine that stands still has made of its first words with Redis.
    whole.caughtUp = 0;
    whole.log.length = 0;
    return whole;
  }
  const hears = (peer: Peer, ...events: LiveEvent[]): Promise<void> =>
    vi.waitFor(() => expect(peer.heard).toEqual(events), waitLimit);

  it('receive each other’s events in order, their own once, and none of another pool', async () => {
    const [a, b, stranger] = [await join(), await join(), await join('other-pool')];
    const events = Array.from({ length: 1000 }, (_, index) => changed(BigInt(index)));
    a.relay.publish(events);
    expect(a.heard).toEqual(events);
    await hears(b, ...events);
    b.relay.publish([rewarded(5)]);
    await hears(a, ...events, rewarded(5));
    await sleep(100);
    expect([b.heard.length, stranger.heard, a.caughtUp + b.caughtUp]).toEqual([1001, [], 0]);
    expect(a.relay.counts()).toEqual({
      sent: 6,
      received: 1,
      dropped: 0,
      unreadable: 0,
      unknown: 0,
      gaps: 1,
    });
  });

  it('are told of a miner’s work once a second, however many batches there were', async () => {
    const [a, b] = [await join(), await join()];
    // When they leave is the outbox's (relay-outbox.test.ts): a pause here could last longer than its second.
    for (let batch = 0; batch < 5; batch += 1) a.relay.publish([worked]);
    expect(a.heard).toHaveLength(5);
    await hears(b, worked);
    // Redis tells the reader before it answers the writer.
    await vi.waitFor(() => expect(a.relay.counts().sent).toBe(1), waitLimit);
    await sleep(100);
    expect(b.heard).toEqual([worked]);
  });

  it('read on where they were after a lost connection, without a gap', async () => {
    const [a, b] = [await join(), await join()];
    a.relay.publish([rewarded(1)]);
    await hears(b, rewarded(1));
    const cut = redis.ask('CLIENT KILL TYPE normal SKIPME yes');
    a.relay.publish([rewarded(2)]);
    await cut;
    // Before the loss is noticed it looks whole still, and what is published then is dropped.
    await vi.waitFor(() => expect(a.log.at(-1)).toMatch(/^back/), waitLimit);
    a.relay.publish([rewarded(3)]);
    await vi.waitFor(() => expect(b.heard).toContainEqual(rewarded(3)), waitLimit);
    // What was on its way when the line broke is either there or known to be missing.
    expect(b.heard.length === 3 || b.caughtUp > 0).toBe(true);
  });

  it('serve their own while Redis is dead, and catch up once it is back, empty [SO-046] [S5]', async () => {
    const [a, b] = [await join(), await join()];
    a.relay.publish([rewarded(1)]);
    await hears(b, rewarded(1));
    await redis.signal('SIGKILL');
    await vi.waitFor(() => expect([a.relay.isWhole(), b.relay.isWhole()]).toEqual([false, false]), waitLimit);
    for (let at = 2; at < 200; at += 1) {
      a.relay.publish([rewarded(at), worked]);
      if (at % 20 === 0) await sleep(30);
    }
    // Its own watchers heard all of it, and nothing of it is kept for later.
    expect(a.heard).toHaveLength(1 + 2 * 198);
    await vi.waitFor(() => expect(a.relay.counts().dropped).toBeGreaterThan(0), waitLimit);
    expect(b.heard).toEqual([rewarded(1)]);
    await redis.restart();
    await vi.waitFor(() => expect([a.relay.isWhole(), b.relay.isWhole()]).toEqual([true, true]), waitLimit);
    await vi.waitFor(() => expect(Math.min(a.caughtUp, b.caughtUp)).toBeGreaterThan(0), waitLimit);
    a.relay.publish([rewarded(777)]);
    await vi.waitFor(() => expect(b.heard).toContainEqual(rewarded(777)), waitLimit);
    expect(a.log).toEqual(['lost', expect.stringMatching(/^back [1-9]/)]);
    expect(b.log).toEqual(['lost', 'back 0']);
  });

  it('know of what they missed when only the sender could not reach Redis', async () => {
    const [a, b] = [await join(), await join()];
    a.relay.publish([rewarded(1)]);
    await hears(b, rewarded(1));
    // The key is no stream now: appending fails, though Redis answers.
    await redis.ask('DEL openlode:pool:live');
    await redis.ask('SET openlode:pool:live x');
    a.relay.publish([rewarded(2)]);
    // It is tried again each second.
    await vi.waitFor(() => expect(a.relay.counts().dropped).toBeGreaterThan(0), waitLimit);
    b.caughtUp = 0;
    await redis.ask('DEL openlode:pool:live');
    await vi.waitFor(() => expect(b.caughtUp).toBeGreaterThan(0), waitLimit);
    await vi.waitFor(() => expect(a.log).toEqual(['lost', expect.stringMatching(/^back [1-9]/)]), waitLimit);
    a.relay.publish([rewarded(3)]);
    await vi.waitFor(() => expect(b.heard).toContainEqual(rewarded(3)), waitLimit);
  });

  it('lose nothing but time by FLUSHALL', async () => {
    const [a, b] = [await join(), await join()];
    for (let at = 1; at <= 5; at += 1) {
      a.relay.publish([rewarded(at)]);
      await hears(b, ...Array.from({ length: at }, (_, index) => rewarded(index + 1)));
      await redis.ask('FLUSHALL');
    }
    expect(b.caughtUp).toBe(0);
  });

  it('know of a message that Redis had confirmed and lost before they read it, without a next one [S5]', async () => {
    const line = await FaultProxy.start({ host: '127.0.0.1', port: redis.port });
    const a = await join('pool', true, { announceEveryMs: 200 });
    const b = await join('pool', true, { url: line.through(redis.url) });
    a.relay.publish([rewarded(1)]);
    await hears(b, rewarded(1));
    line.setMode('hold-questions');
    const newest = 'XREVRANGE openlode:pool:live + - COUNT 20';
    // One question may wait with Redis already: what comes first answers it, and nothing reads what comes then. Redis itself is asked whether
    // each is there: counted as sent could be the one before, and then both would leave in one message, and be read.
    for (const at of [2, 3]) {
      a.relay.publish([rewarded(at)]);
      await vi.waitFor(async () => expect(await redis.ask(newest)).toContain(`"at":${at}`), waitLimit);
    }
    b.caughtUp = 0;
    await redis.ask('FLUSHALL');
    line.setMode('pass');
    await vi.waitFor(() => expect(b.caughtUp).toBeGreaterThan(0), waitLimit);
    await b.relay.close();
    await line.close();
  });

  it('know of what a Redis refused that was full, also where nothing happens after it [S5]', async () => {
    const a = await join('pool', true, { announceEveryMs: 100 });
    const b = await join();
    a.relay.publish([rewarded(1)]);
    await hears(b, rewarded(1));
    await redis.ask('CONFIG SET maxmemory 1');
    await vi.waitFor(() => expect(a.relay.counts().dropped).toBeGreaterThan(0), waitLimit);
    await redis.ask('CONFIG SET maxmemory 0');
    await vi.waitFor(() => expect(a.log).toEqual(['lost', expect.stringMatching(/^back [1-9]/)]), waitLimit);
    await vi.waitFor(() => expect(b.caughtUp).toBeGreaterThan(0), waitLimit);
  });

  it('begin without Redis, and find it when it comes', async () => {
    await redis.signal('SIGKILL');
    const a = await join('pool', false);
    a.relay.publish([rewarded(1)]);
    expect(a.heard).toEqual([rewarded(1)]);
    await vi.waitFor(() => expect([a.log, a.relay.counts().dropped]).toEqual([['lost'], 1]), waitLimit);
    await redis.restart();
    // It says that it had something to say as soon as it can.
    await vi.waitFor(() => expect([a.relay.isWhole(), a.relay.counts().sent]).toEqual([true, 1]), waitLimit);
    const b = await join();
    a.relay.publish([rewarded(2)]);
    await hears(b, rewarded(2));
    // It had spoken before b was there, in vain: b cannot know for whom that was.
    expect(b.caughtUp).toBe(1);
  });

  it('count what is no message, and go on', async () => {
    const [a, b] = [await join(), await join()];
    await redis.ask('XADD openlode:pool:live * m hello');
    await redis.ask('XADD openlode:pool:live * other thing');
    await redis.ask(`XADD openlode:pool:live * m ${encodeMessage('new', 1, '[{}]').replaceAll('"', '\\"')}`);
    a.relay.publish([rewarded(1)]);
    await hears(b, rewarded(1));
    expect(b.relay.counts().unreadable).toBeGreaterThanOrEqual(2);
  });

  it('keep a bounded stream that goes away by itself', async () => {
    const stream = openRedisStream({
      url: redis.url,
      key: 'openlode:pool:live',
      onTexts: () => undefined,
      onGap: () => undefined,
      onReady: () => undefined,
      onError: () => undefined,
    });
    stream.connect();
    await vi.waitFor(() => expect(stream.isWhole()).toBe(true), waitLimit);
    await Promise.all(Array.from({ length: 6000 }, () => stream.append('x')));
    await stream.close();
    const length = Number((await redis.ask('XLEN openlode:pool:live')).slice(1));
    expect(length).toBeGreaterThanOrEqual(4096);
    expect(length).toBeLessThan(4400);
    expect(await redis.ask('TTL openlode:pool:live')).toMatch(/^:3[56]\d\d/);
  });

  it('drop what is too much to keep waiting, and the others catch up', async () => {
    const [a, b] = [await join(), await join()];
    a.relay.publish(Array.from({ length: 50_001 }, () => rewarded(1)));
    expect(a.heard).toHaveLength(50_001);
    await vi.waitFor(() => expect([a.relay.counts().dropped, b.caughtUp]).toEqual([1, 1]), waitLimit);
    expect(b.heard).toEqual([]);
  });

  it('say their last words when they close', async () => {
    const [a, b] = [await join(), await join()];
    a.relay.publish([worked, rewarded(1)]);
    await a.relay.close();
    await hears(b, rewarded(1), worked);
    a.relay.publish([rewarded(2)]);
    expect(a.heard.at(-1)).toEqual(rewarded(2));
  });
});
