import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ClientEvents, LiveAck, ServerEvents } from '@openlode/contracts/live/events';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Gateway, openGateway } from './gateway.ts';
import type { LimitReason, UpgradeVerdict } from './take-upgrades.ts';
import type { LiveTotals, LiveViews } from './views.ts';

type Client = Socket<ServerEvents, ClientEvents>;

const alice = 'aaaaaaaa-1111-8111-8111-111111111111';
const never = { summariesMs: 1e6, totalsMs: 1e6 };
const bob = '22222222-2222-8222-8222-222222222222';

/** What the judge of the real server says of its own pages. */
let verdict: UpgradeVerdict = { kind: 'admitted', clientAddress: '192.0.2.1', isExempt: false };
const judge = (): UpgradeVerdict => verdict;

describe('the live channel', () => {
  let server: Server;
  let gateway: Gateway;
  let reads: string[];
  let clients: Client[];
  let hashrate: string;
  let totals: LiveTotals;
  let looks = never;
  let limited: LimitReason[];
  beforeEach(async () => {
    reads = [];
    limited = [];
    verdict = { kind: 'admitted', clientAddress: '192.0.2.1', isExempt: false };
    clients = [];
    const views: LiveViews = {
      event: async (uuid, { seq, at, body }) => {
        reads.push(`event ${seq}`);
        // The first takes longer than the second: their order must not change.
        if (seq === 1) await new Promise((resolve) => setTimeout(resolve, 30));
        if (body.type !== 'worker' || uuid !== alice) return undefined;
        const { name, online, algorithm } = body;
        const nothing = { amount: null, amount_extended: null, time_start: null, time_end: null, code: null };
        return {
          event: 'worker',
          seq,
          timestamp: at,
          data: { version: 1, ...nothing, online, algorithm, name },
        };
      },
      exists: async (uuid) => uuid === alice || uuid === bob,
      balance: async (uuid) => ({ uuid, b: '1.5', pb: '1' }),
      summary: async (uuid) => {
        reads.push('summary');
        return { u: uuid, a: 1, w: 2, h: { sha256: hashrate }, t: 4 };
      },
      workers: async () => [
        { u: alice, al: 'sha256', n: 'rig1', rh: 0, ch: Number(hashrate), b: 4, o: true },
      ],
      totals: async () => {
        reads.push('totals');
        return totals;
      },
    };
    hashrate = '3';
    totals = { workers: '2', miners: '1', paid: '0' };
    gateway = openGateway({
      version: '9.9.9',
      views,
      looks,
      onLimit: (reason) => limited.push(reason),
      onError: (error) => {
        throw error;
      },
    });
    server = createServer();
    gateway.attach(server, judge);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(async () => {
    for (const client of clients) client.disconnect();
    await gateway.close();
    server.close();
  });

  async function connect(
    headers: Record<string, string> = {},
    listen: (...args: unknown[]) => void = () => undefined,
  ): Promise<Client> {
    const { port } = server.address() as AddressInfo;
    const client: Client = io(`http://127.0.0.1:${port}`, {
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      extraHeaders: headers,
    });
    clients.push(client);
    // The first words come with the connection: who listens only once it stands may miss them.
    client.onAny(listen);
    await new Promise<void>((resolve, reject) => {
      client.on('connect', resolve);
      client.on('connect_error', reject);
    });
    return client;
  }

  /** A page may ask ten times a second. */
  async function askSlowly(client: Client, uuid: string): Promise<LiveAck> {
    for (;;) {
      const ack = await client.emitWithAck('join_account', uuid);
      if (!ack.msg.startsWith('Too many requests')) return ack;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  const workerEvent = (seq: number, uuid = alice) => ({
    kind: 'miner-event' as const,
    uuid,
    event: {
      seq,
      at: 1000,
      body: { type: 'worker', name: 'rig1', algorithm: 'sha256', online: true } as const,
    },
  });

  it('notifies the watchers of a miner, in order, and no others', async () => {
    const [watcher, stranger] = [await connect(), await connect()];
    await watcher.emitWithAck('join_account', alice);
    await stranger.emitWithAck('join_account', bob);
    const heard: number[] = [];
    const overheard: unknown[] = [];
    watcher.on('event', (event) => heard.push(event.q));
    stranger.onAny((...args) => overheard.push(args));
    const balance = new Promise((resolve) => watcher.on('balance', resolve));
    gateway.publish([workerEvent(1), workerEvent(2), { kind: 'balance-changed', minerId: 1n, uuid: alice }]);
    expect(await balance).toEqual({ uuid: alice, b: '1.5', pb: '1' });
    expect(heard).toEqual([1, 2]);
    expect(overheard).toEqual([]);
  });

  it('reads nothing for a miner without watchers, and stops when the last one leaves', async () => {
    const watcher = await connect();
    await watcher.emitWithAck('join_account', alice);
    await watcher.emitWithAck('leave_account', alice);
    gateway.publish([workerEvent(1), { kind: 'miner-worked', minerId: 1n, uuid: alice }]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(reads).toEqual([]);
  });

  it('sums up work once a second, however many shares arrive', async () => {
    const watcher = await connect();
    await watcher.emitWithAck('join_account', alice);
    const summary = new Promise((resolve) => watcher.on('summary', resolve));
    for (let share = 0; share < 50; share += 1) {
      gateway.publish([{ kind: 'miner-worked', minerId: 1n, uuid: alice }]);
    }
    expect(await summary).toEqual({ u: alice, a: 1, w: 2, h: { sha256: '3' }, t: 4 });
    expect(reads).toEqual(['summary']);
  });

  it('makes the watchers of every miner catch up, each with what holds now', async () => {
    const [watcher, other, stranger] = [await connect(), await connect(), await connect()];
    await watcher.emitWithAck('join_account', alice);
    await other.emitWithAck('join_account', bob);
    const heard: unknown[][] = [];
    const overheard: unknown[] = [];
    for (const page of [watcher, other]) page.onAny((...args: unknown[]) => heard.push(args));
    stranger.onAny((...args: unknown[]) => overheard.push(args));
    gateway.catchUp();
    gateway.catchUp();
    const reported = (uuid: string) => [
      ['balance', { uuid, b: '1.5', pb: '1' }],
      ['summary', { u: uuid, a: 1, w: 2, h: { sha256: '3' }, t: 4 }],
      ['catch_up', { uuid }],
    ];
    await vi.waitFor(() => expect(heard).toHaveLength(6));
    await new Promise((resolve) => setTimeout(resolve, 250));
    for (const uuid of [alice, bob])
      expect(heard.filter((message) => JSON.stringify(message).includes(uuid))).toEqual(reported(uuid));
    expect(overheard).toEqual([]);
    expect(reads).toEqual(['summary', 'summary']);
  });

  it('closes in the middle of catching up', async () => {
    const watcher = await connect();
    await watcher.emitWithAck('join_account', alice);
    gateway.catchUp();
    await gateway.close();
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(reads).toEqual([]);
  });

  describe('that looks by itself', () => {
    beforeAll(() => {
      looks = { summariesMs: 20, totalsMs: 20 };
    });
    afterAll(() => {
      looks = never;
    });

    it('notifies watchers when the hashrate falls without new work, and looks at no other miner', async () => {
      const [watcher, stranger] = [await connect(), await connect()];
      const heard: string[] = [];
      const overheard: unknown[] = [];
      stranger.on('summary', (summary) => overheard.push(summary));
      watcher.on('summary', (summary) => heard.push(summary.h['sha256'] ?? ''));
      const rates: number[] = [];
      watcher.on('hr_worker', ({ ch }) => rates.push(ch));
      stranger.on('hr_worker', (worker) => overheard.push(worker));
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(reads).not.toContain('summary');
      await watcher.emitWithAck('join_account', alice);
      await vi.waitFor(() => expect(heard).toEqual(['3']));
      hashrate = '2';
      await vi.waitFor(() => expect(heard).toEqual(['3', '2']));
      // What has not changed is not told again.
      const looked = reads.length;
      await vi.waitFor(() => expect(reads.length).toBeGreaterThan(looked + 3));
      expect(heard).toEqual(['3', '2']);
      await vi.waitFor(() => expect(rates).toEqual([3, 2]));
      await watcher.emitWithAck('leave_account', alice);
      await new Promise((resolve) => setTimeout(resolve, 50));
      const left = reads.filter((read) => read === 'summary').length;
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(reads.filter((read) => read === 'summary')).toHaveLength(left);
      expect(overheard).toEqual([]);
    });

    it('sends the totals of the pool to all when they change, and reads none without watchers', async () => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(reads).toEqual([]);
      const heard: unknown[] = [];
      await connect({}, (...args) => {
        if (String(args[0]).startsWith('stats')) heard.push(args);
      });
      await vi.waitFor(() =>
        expect(heard).toEqual([
          ['statsWorkers', '2'],
          ['stats_workers', '2'],
          ['statsMiners', '1'],
          ['statsPaid', '0'],
          ['stats_paid', '0'],
        ]),
      );
      totals = { workers: '3', miners: '1', paid: '0.00012' };
      await vi.waitFor(() => expect(heard).toHaveLength(9));
      expect(heard.slice(5)).toEqual([
        ['statsWorkers', '3'],
        ['stats_workers', '3'],
        ['statsPaid', '0.00012'],
        ['stats_paid', '0.00012'],
      ]);
    });
  });

  it('tells everybody when an algorithm was rewarded, in seconds', async () => {
    const anybody = await connect();
    const at = new Promise((resolve) => anybody.on('stats_sha256_last_reward', resolve));
    gateway.publish([{ kind: 'algorithm-rewarded', algorithm: 'sha256', at: 1_795_255_196_053 }]);
    expect(await at).toBe(1_795_255_196);
  });

  it('tells of KawPow under the name of its predecessor and its own', async () => {
    const anybody = await connect();
    const heard: unknown[] = [];
    anybody.onAny((...args) => heard.push(args));
    gateway.publish([{ kind: 'algorithm-rewarded', algorithm: 'kawpow', at: 5000 }]);
    await vi.waitFor(() =>
      expect(heard.filter((args) => String((args as unknown[])[0]).startsWith('stats_'))).toEqual([
        ['stats_x16rv2_last_reward', 5],
        ['stats_kawpow_last_reward', 5],
      ]),
    );
  });

  it('asks every page to be reloaded, whatever its release [shell-03]', async () => {
    const anybody = await connect();
    const heard: unknown[] = [];
    anybody.on('version', (payload) => heard.push(payload));
    gateway.publish([{ kind: 'reload-pages' }]);
    await vi.waitFor(() => expect(heard).toContainEqual(expect.objectContaining({ p: 'web', f: true })));
  });

  it.each([
    ['a socket’s own room', 'SOCKET'],
    ['upper case', alice.toUpperCase()],
    ['no text', 7],
    ['a list', [alice]],
  ])('refuses to join %s', async (_what, room) => {
    const client = await connect();
    const answer = await (client as Socket).emitWithAck('join_account', room === 'SOCKET' ? client.id : room);
    expect(answer).toEqual({ success: false, msg: 'That is not the id of a miner' });
  });

  it('tells each page which version its server serves', async () => {
    const { port } = server.address() as AddressInfo;
    const client: Client = io(`http://127.0.0.1:${port}`, { transports: ['websocket'], forceNew: true });
    clients.push(client);
    expect(await new Promise((resolve) => client.on('version', resolve))).toEqual({
      p: 'web',
      v: '9.9.9',
      f: false,
    });
  });

  it('takes ten messages a second from one page', async () => {
    const client = await connect();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => client.emitWithAck('leave_account', alice)),
    );
    const refused = answers.filter(({ success }) => !success);
    expect(refused.length).toBeGreaterThanOrEqual(10);
    expect(refused[0]?.msg).toBe('Too many requests, please slow down');
  });

  it('closes a socket that sends more than it may, whatever it sends', async () => {
    for (const flood of [
      (client: Client) => (client as Socket).emit('nothing', 'x'.repeat(10_000)),
      (client: Client) => client.emit('join_account', 'no id', () => undefined),
    ]) {
      const [flooder, bystander] = [await connect(), await connect()];
      const closed = new Promise<void>((resolve) => flooder.once('disconnect', () => resolve()));
      for (let each = 0; each < 1000; each += 1) flood(flooder);
      await closed;
      expect(await bystander.emitWithAck('join_account', alice)).toEqual({ success: true, msg: 'Ok' });
      verdict = { kind: 'admitted', clientAddress: '192.0.2.2', isExempt: false };
    }
    expect(limited.toSorted()).toEqual(['bytes', 'messages']);
  });

  it('lets thirty sockets of a source in, and no more', async () => {
    await Promise.all(Array.from({ length: 30 }, () => connect()));
    await expect(connect()).rejects.toThrow();
    expect(limited).toEqual(['sockets']);
    verdict = { kind: 'admitted', clientAddress: '192.0.2.2', isExempt: false };
    expect((await connect()).connected).toBe(true);
  });

  it('lets a source watch some miners that do not exist yet, and never looks at them', async () => {
    const unknownUuid = (each: number) => `00000000-0000-8000-8000-${each.toString().padStart(12, '0')}`;
    const answers: boolean[] = [];
    for (let page = 0; page < 4; page += 1) {
      const client = await connect();
      for (let each = 0; each < 20; each += 1) {
        const ack = await askSlowly(client, unknownUuid(20 * page + each));
        answers.push(ack.success);
      }
    }
    expect(answers.filter(Boolean)).toHaveLength(60);
    expect(gateway.rooms()).toBe(60);
    // What exists is watched still.
    expect(await askSlowly(await connect(), alice)).toEqual({ success: true, msg: 'Ok' });
  });

  it('is closed to what its judge refuses', async () => {
    const before = verdict;
    verdict = { kind: 'refused', status: 403, text: 'No' };
    await expect(connect()).rejects.toThrow();
    verdict = before;
    expect((await connect()).connected).toBe(true);
  });
});
