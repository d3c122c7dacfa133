import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import {
  LiveBalance,
  LiveEvent,
  LivePaymentStatus,
  LiveSummary,
  LiveVersion,
  LiveWorker,
} from '@openlode/contracts/live/events';
import type { ClientEvents, ServerEvents } from '@openlode/contracts/live/events';
import { io, type Socket } from 'socket.io-client';
import sql from 'sql-template-tag';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LivePool, openLivePool } from '../../testing/build-test-http.ts';
import type { ServiceContext } from '../../domain/kernel/context.ts';
import type { Payment } from '../../domain/kernel/payment.ts';
import { advanceRound } from '../../domain/rounds/advance-round.ts';
import { recordCandidate } from '../../domain/rounds/record-candidate.ts';
import { btcMiner, buildBatch, buildLine, dogeMiner } from '../../domain/testing/build-work.ts';
import { createTestContext, type TestContext } from '../../domain/testing/create-test-context.ts';
import { buildCandidate, fakeChain } from '../../domain/testing/fake-chain.ts';
import { recordWork } from '../../domain/shares/record-work.ts';

type Client = Socket<ServerEvents, ClientEvents>;

/** Long enough for a busy machine. */
const waitLimit = { timeout: 50_000 };
const looks = { summariesMs: 200, totalsMs: 200 };

const schemas: Readonly<Record<string, TSchema>> = {
  event: LiveEvent,
  balance: LiveBalance,
  payment_status: LivePaymentStatus,
  summary: LiveSummary,
  hr_worker: LiveWorker,
  version: LiveVersion,
};

describe('the live channel of a real pool', () => {
  let base: TestContext;
  let ctx: ServiceContext;
  let pool: LivePool;
  let port = 0;
  let clients: Client[] = [];
  let batches = 0;

  const open = async (): Promise<void> => {
    const onError = (error: unknown): never => {
      throw error;
    };
    pool = await openLivePool(base, { tuning: { looks, onError } });
    ctx = pool.ctx;
    const app = pool.http;
    await app.listen({ host: '127.0.0.1', port });
    port = (app.server.address() as AddressInfo).port;
  };
  const close = (): Promise<void> => pool.stop();
  beforeEach(async () => {
    base = await createTestContext('pglite');
    await open();
  });
  afterEach(async () => {
    for (const client of clients) client.disconnect();
    clients = [];
    await close();
    await base.close();
    port = 0;
  });

  /** A page and everything it hears, each message held against its contract. */
  const connect = async (): Promise<{ client: Client; heard: [name: string, body: unknown][] }> => {
    const client: Client = io(`http://127.0.0.1:${port}`, {
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: 50,
      reconnectionDelayMax: 100,
    });
    clients.push(client);
    const heard: [string, unknown][] = [];
    (client as Socket).onAny((name: string, body: unknown) => {
      const schema = schemas[name];
      if (schema !== undefined)
        expect([name, [...Value.Errors(schema, body)].slice(0, 2)]).toEqual([name, []]);
      heard.push([name, body]);
    });
    if (!client.connected) await new Promise<void>((resolve) => client.once('connect', resolve));
    return { client, heard };
  };
  const work = (miner = dogeMiner, worker = 'rig1'): Promise<unknown> => {
    batches += 1;
    const now = ctx.clock.now();
    const id = `66666666-1111-4111-8111-${batches.toString().padStart(12, '0')}`;
    return recordWork(ctx, buildBatch(id, buildLine({ miner, worker, firstAt: now, lastAt: now })));
  };
  const uuidOf = async (coin: string): Promise<string> => {
    const [row] = await base.db.query<{ uuid: string }>(sql`SELECT uuid FROM miners WHERE coin = ${coin}`);
    return row?.uuid ?? '';
  };
  const names = (heard: readonly [string, unknown][]): Set<string> => new Set(heard.map(([name]) => name));

  it('speaks WebSocket only, and tells everybody the totals, the version and each last reward [sock-01]', async () => {
    const polling = await fetch(`http://127.0.0.1:${port}/socket.io/?EIO=4&transport=polling`);
    expect(polling.status).toBe(400);
    const { heard } = await connect();
    expect(heard[0]).toEqual(['version', { p: 'web', v: '9.9.9', f: false }]);
    await work();
    const round = await recordCandidate(ctx, buildCandidate('a', { networkWork: 500_000n }));
    const chain = fakeChain([{ asset: 'DOGE', amount: 10n ** 20n }]);
    await advanceRound({ ...ctx, chains: [chain] }, round);
    await vi.waitFor(() => {
      expect(heard).toContainEqual(['statsWorkers', '1']);
      expect(heard).toContainEqual(['statsMiners', '1']);
      expect(heard).toContainEqual(['statsPaid', '0']);
      expect(heard).toContainEqual(['stats_workers', '1']);
      expect(heard).toContainEqual(['stats_paid', '0']);
      expect(heard).toContainEqual(['stats_sha256_last_reward', Math.floor(ctx.clock.now() / 1000)]);
    }, waitLimit);
  });

  it('sends all events of a miner to its watchers, none to others, and none after leaving [sock-02]', async () => {
    await work();
    await work(btcMiner);
    const [doge, btc] = [await uuidOf('DOGE'), await uuidOf('BTC')];
    const [watcher, stranger, idle] = [await connect(), await connect(), await connect()];
    expect(await watcher.client.emitWithAck('join_account', doge)).toEqual({ success: true, msg: 'Ok' });
    await stranger.client.emitWithAck('join_account', btc);

    ctx.publisher.publish([{ kind: 'payment-changed', uuid: doge, coin: 'DOGE', payment: sentPayment }]);
    await work(dogeMiner, 'rig2');
    const round = await recordCandidate(ctx, buildCandidate('b', { networkWork: 500_000n }));
    await advanceRound({ ...ctx, chains: [fakeChain([{ asset: 'DOGE', amount: 10n ** 20n }])] }, round);
    const everything = ['event', 'balance', 'payment_status', 'summary', 'hr_worker'];
    await vi.waitFor(() => {
      expect([...names(watcher.heard)]).toEqual(expect.arrayContaining(everything));
      expect(watcher.heard).toContainEqual([
        'event',
        expect.objectContaining({ e: 'reward', u: doge, q: 3 }),
      ]);
      expect(watcher.heard).toContainEqual([
        'summary',
        expect.objectContaining({ u: doge, a: 1, w: 2, h: { sha256: expect.any(String) as string } }),
      ]);
    }, waitLimit);
    expect(watcher.heard).toContainEqual([
      'event',
      {
        u: doge,
        q: 2,
        e: 'worker',
        d: { v: 1, a: null, ae: null, ts: null, te: null, o: true, al: 'sha256', n: 'rig2', c: null },
        t: ctx.clock.now(),
      },
    ]);
    expect(watcher.heard).toContainEqual([
      'payment_status',
      expect.objectContaining({ uuid: doge, id: 7, status: 'processing', tx: 'ab12' }),
    ]);
    // The block paid the other miner as well: it heard of that, and of nothing that is not its own.
    await vi.waitFor(() => expect([...names(stranger.heard)]).toContain('balance'), waitLimit);
    expect(JSON.stringify(stranger.heard)).not.toContain(doge);
    expect(JSON.stringify(watcher.heard)).not.toContain(btc);
    expect(everything.filter((name) => names(idle.heard).has(name))).toEqual([]);

    await watcher.client.emitWithAck('leave_account', doge);
    const before = watcher.heard.filter(([name]) => everything.includes(name)).length;
    ctx.publisher.publish([{ kind: 'payment-changed', uuid: doge, coin: 'DOGE', payment: sentPayment }]);
    await work(dogeMiner, 'rig3');
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(watcher.heard.filter(([name]) => everything.includes(name))).toHaveLength(before);
  });

  it('takes a page back after its server was away, and has what it missed, in order and without a gap', async () => {
    await work();
    const doge = await uuidOf('DOGE');
    const { client, heard } = await connect();
    await client.emitWithAck('join_account', doge);
    await work(dogeMiner, 'rig2');
    const seen = (): number[] =>
      heard.flatMap(([name, body]) => (name === 'event' ? [(body as { q: number }).q] : []));
    await vi.waitFor(() => expect(seen()).toEqual([2]), waitLimit);

    const lost = once(client as never, 'disconnect');
    await close();
    await lost;
    // Its publisher reaches no watcher now.
    await work(dogeMiner, 'rig3');
    await work(dogeMiner, 'rig4');
    const back = new Promise<void>((resolve) => client.once('connect', resolve));
    await open();
    await back;
    expect(await client.emitWithAck('join_account', doge)).toEqual({ success: true, msg: 'Ok' });
    await work(dogeMiner, 'rig5');
    await vi.waitFor(() => expect(seen()).toEqual([2, 5]), waitLimit);
    const missed = await fetch(`http://127.0.0.1:${port}/api/v5/account/${doge}/events?after=2`);
    const { data } = (await missed.json()) as { data: { has_next: boolean; list: { seq: number }[] } };
    expect(data.list.map(({ seq }) => seq)).toEqual([3, 4, 5]);
    expect(data.has_next).toBe(false);
  });

  it('lets one page watch twenty miners and no more', async () => {
    const { client } = await connect();
    // Eleven a second would be too fast.
    let joined = 0;
    for (let miner = 0; miner < 21; miner += 1) {
      await new Promise((resolve) => setTimeout(resolve, 110));
      const uuid = `aaaaaaaa-1111-8111-8111-${miner.toString().padStart(12, '0')}`;
      if ((await client.emitWithAck('join_account', uuid)).success) joined += 1;
    }
    expect(joined).toBe(20);
    expect(await client.emitWithAck('join_account', 'aaaaaaaa-1111-8111-8111-000000000003')).toMatchObject({
      success: true,
    });
  });
});

const sentPayment: Payment = {
  id: 7n,
  kind: 'manual',
  status: 'processing',
  reason: null,
  network: 'DOGE',
  amount: 10n ** 18n,
  txid: 'ab12',
  exchange: null,
  createdAt: 1000,
  broadcastAt: 2000,
  settledAt: null,
  confirmations: 1,
  confirmationsNeeded: 6,
};
