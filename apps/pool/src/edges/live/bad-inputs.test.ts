import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { RawPage } from '../../../../../testing/raw-page.ts';
import { hasRedis, RedisServer } from '../../../../../testing/redis-server.ts';
import { type LivePool, openLivePool } from '../../testing/build-test-http.ts';
import { isLedgerSound, checkLedger } from '../../domain/ledger/check-ledger.ts';
import { simulatedKind } from '../../domain/kernel/pool-kind.ts';
import { claimDatabase } from '../../domain/operations/claim-database.ts';
import { creditARound } from '../../domain/testing/credit-a-round.ts';
import { createTestContext, type TestContext } from '../../domain/testing/create-test-context.ts';
import type { Gateway } from './gateway.ts';

interface Case {
  readonly id: string;
  readonly title: string;
  readonly input: {
    readonly headers?: Readonly<Record<string, string>>;
    readonly steps: readonly ({ readonly op: string } & Readonly<Record<string, unknown>>)[];
  };
  readonly expected: Readonly<Record<string, unknown>>;
}

const cases = JSON.parse(
  readFileSync(new URL('./testing/bad-socket-inputs.json', import.meta.url), 'utf8'),
) as readonly Case[];

/** Left out where the machine has no Redis that could be lost. */
const absent = new Set(hasRedis ? [] : ['SO-046']);
/** Redis is away for as long as the case says in `npm run test:long`, and for a part of it otherwise. */
const awayPart = process.env['TEST_LONG'] === '1' ? 1 : 0.15;

/**
 * A page may watch a miner without any accepted share: its first share is often on the way. Nothing is stored for it, and it
 * hears nothing.
 */
const decided: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'SO-009': { rooms_joined: 1 },
};

/** Those that wait for real timers, up to a minute, or have two thousand pages: in `npm run test:long`. */
const slow = new Set(['SO-026', 'SO-043', 'SO-044', 'SO-045']);

/** Times are for benches: a busy machine is no fault of the pool. */
const untimed = new Set(['closed_within_ms', 'recovers_within_ms', 'loop_lag_p99_ms_max']);
const waitLimit = { timeout: 60_000, interval: 20 };
/** So fast that a page without a sign of life need not be waited for. */
const heartbeat = { everyMs: 2000, waitLimitMs: 20_000 };

const connected = /^40\{/;
/** What the pool may know of a miner beyond its public fields. */
const secrets = { ip: '192.0.2.1', email: 'a@b.example', owner_secret: 'x' };

describe('the live channel, under every bad input', () => {
  let ctx: TestContext;
  let pool: LivePool;
  let gateway: Gateway;
  let port: number;
  let uuid: string;
  let bystander: RawPage;
  let redis: RedisServer | undefined;
  let continued: boolean;
  let pages: RawPage[];
  /** What a storm of broadcasts left in memory. */
  let grownMb: number | undefined;
  const faults: unknown[] = [];

  beforeAll(async () => {
    ctx = await createTestContext('pglite');
    // Processes of one database know each other by the name that it got when it was claimed.
    await claimDatabase(ctx, simulatedKind);
    await creditARound(ctx, 'a');
    const [row] = await ctx.db.query<{ uuid: string }>(sql`SELECT uuid FROM miners WHERE coin = 'BTC'`);
    uuid = row?.uuid ?? '';
    if (hasRedis) redis = await RedisServer.start();
    const onError = (error: unknown): void => void faults.push(error);
    pool = await openLivePool(ctx, {
      redisUrl: redis?.url,
      tuning: { heartbeat, looks: { summariesMs: 1e6, totalsMs: 1e6 }, onError },
    });
    gateway = pool.live;
    const app = pool.http;
    if (hasRedis) await vi.waitFor(() => expect(pool.relay?.isWhole()).toBe(true), waitLimit);
    await app.listen({ host: '127.0.0.1', port: 0, backlog: 4096 });
    port = (app.server.address() as AddressInfo).port;
    bystander = await greeted(new RawPage({ port }));
    bystander.send(`421["join_account",${JSON.stringify(uuid)}]`);
    await vi.waitFor(() => expect(gateway.rooms()).toBe(1), waitLimit);
  }, 120_000);
  beforeEach(() => {
    pages = [];
    grownMb = undefined;
    continued = false;
  });
  afterEach(async () => {
    for (const page of pages) page.socket.destroy();
    await vi.waitFor(() => expect(gateway.sockets()).toBe(1), waitLimit);
  });
  afterAll(async () => {
    bystander.socket.destroy();
    await pool.stop();
    await redis?.close();
    await ctx.close();
  });

  /** The page that Socket.IO has welcomed. */
  async function greeted(page: RawPage): Promise<RawPage> {
    await vi.waitFor(() => expect(page.status).toBe(101), waitLimit);
    page.send('40');
    await vi.waitFor(() => expect(page.heard.some((text) => connected.test(text))).toBe(true), waitLimit);
    return page;
  }

  /** The same without looking again and again: two thousand that look would be slower than the pool. */
  function arrival(page: RawPage): Promise<void> {
    return new Promise((resolve, reject) => {
      page.onText = (text) => {
        if (text.startsWith('0')) page.send('40');
        else if (connected.test(text)) {
          page.onText = undefined;
          resolve();
        }
      };
      page.socket.once('close', () => reject(new Error('a page was sent away')));
    });
  }

  const fill = (value: unknown): string =>
    JSON.stringify(value)
      .replaceAll('{{UUID_UNKNOWN}}', '00000000-0000-4000-8000-000000000000')
      .replaceAll('{{UUID}}', uuid);

  const tellMiner = (): void =>
    pool.ctx.publisher.publish([
      {
        kind: 'miner-event',
        uuid,
        // What the pool knows beyond the public fields must not come along.
        event: {
          seq: 9,
          at: 1000,
          ...secrets,
          body: {
            type: 'worker',
            name: 'rig1',
            algorithm: 'sha256',
            online: true,
            ...secrets,
          },
        },
      },
    ]);

  async function play({ op, ...step }: Case['input']['steps'][number], input: Case['input']): Promise<void> {
    const page = pages.at(-1);
    switch (op) {
      case 'connect': {
        const answersPings = !input.steps.some((each) => each.op === 'no_pong' || each.op === 'frame');
        pages.push(await greeted(new RawPage({ port, answersPings })));
        break;
      }
      case 'upgrade': {
        const upgraded = new RawPage({ port, query: String(step['query']), headers: input.headers ?? {} });
        pages.push(upgraded);
        await vi.waitFor(() => expect(upgraded.status !== 0 || upgraded.isClosed).toBe(true), waitLimit);
        break;
      }
      case 'emit':
        page?.send(`421${fill(step['args'])}`);
        break;
      case 'frame':
        page?.send(String(step['data']));
        break;
      case 'frame_nested': {
        const { prefix, open, close, depth, suffix } = step as Record<string, string>;
        const times = Number(depth);
        page?.send(`${prefix}${String(open).repeat(times)}${String(close).repeat(times)}${suffix}`);
        break;
      }
      case 'binary_frame':
        page?.sendBinary(new Uint8Array(Number(step['bytes'])));
        break;
      case 'ws_raw_hex':
        page?.socket.write(Buffer.from(String(step['hex']), 'hex'));
        break;
      case 'server_emit_account':
        // Who has not joined yet hears nothing.
        await vi.waitFor(
          () => expect(page?.heard.some((text) => text.startsWith('431'))).toBe(true),
          waitLimit,
        );
        tellMiner();
        break;
      case 'no_pong':
        break;
      case 'stop_reading':
        page?.socket.pause();
        break;
      case 'server_broadcast': {
        const before = process.memoryUsage().rss;
        for (let sent = 0; sent < Number(step['times']); sent += 1)
          gateway.publish([{ kind: 'algorithm-rewarded', algorithm: 'sha256', at: sent }]);
        await vi.waitFor(() => expect(gateway.sockets()).toBe(1), waitLimit);
        grownMb = (process.memoryUsage().rss - before) / 1_048_576;
        page?.socket.resume();
        break;
      }
      case 'reconnect_storm': {
        // The server is back, and everybody comes at once.
        const all = Array.from({ length: Number(step['n']) }, () => new RawPage({ port }));
        pages.push(...all);
        await Promise.all(all.map(arrival));
        expect(gateway.sockets()).toBe(all.length + 1);
        break;
      }
      case 'wait_redis_down': {
        await redis?.signal('SIGKILL');
        await vi.waitFor(() => expect(pool.relay?.isWhole()).toBe(false), waitLimit);
        const back = performance.now() + Number(step['ms']) * awayPart;
        do {
          const before = bystander.heard.length;
          tellMiner();
          await vi.waitFor(
            () => expect(bystander.heard.slice(before).join('')).toContain('42["event"'),
            waitLimit,
          );
          await sleep(50);
        } while (performance.now() < back);
        continued = true;
        await redis?.restart();
        await vi.waitFor(() => expect(pool.relay?.isWhole()).toBe(true), waitLimit);
        await vi.waitFor(() => expect(bystander.heard.join('')).toContain('42["catch_up"'), waitLimit);
        break;
      }
      default:
        throw new Error(`unknown step ${op}`);
    }
  }

  /** What the pool told the page, without the random names of its connection. */
  const reported = (page: RawPage | undefined): string =>
    (page?.heard ?? []).filter((text) => text.startsWith('42[')).join('');

  async function holds(key: string, wanted: unknown, joinedBefore: number): Promise<void> {
    const page = pages.at(-1);
    switch (key) {
      case 'rooms_joined': {
        // Everything said so far has been read once this is answered, or the page is gone.
        page?.send('422["leave_account","not-an-id"]');
        await vi.waitFor(
          () =>
            expect(page?.isClosed === true || page?.heard.some((text) => text.startsWith('432'))).toBe(true),
          waitLimit,
        );
        return expect(gateway.rooms() - joinedBefore).toBe(wanted);
      }
      case 'payload_absent':
        await vi.waitFor(() => expect(reported(page)).toContain('42["event"'), waitLimit);
        for (const part of wanted as string[]) expect(reported(page)).not.toContain(part);
        return;
      case 'events_received_min':
        await vi.waitFor(
          () =>
            expect(page?.heard.filter((text) => text.startsWith('42["event"')).length).toBeGreaterThanOrEqual(
              wanted as number,
            ),
          waitLimit,
        );
        return;
      case 'broadcast_to_bystander':
        await sleep(300);
        return expect(bystander.heard.join('')).not.toMatch(/999,999|"f":true/);
      case 'http_status':
        return expect(wanted).toContain(page?.status);
      case 'disconnect':
        if (wanted === 'any') return;
        await vi.waitFor(() => expect(page?.isClosed).toBe(true), waitLimit);
        return;
      case 'rss_growth_mb_max':
        if (grownMb !== undefined) expect(grownMb).toBeLessThanOrEqual(wanted as number);
        return;
      case 'namespaces_allowed':
        await vi.waitFor(() => expect(page?.heard.join('\n')).toContain('44/admin,'), waitLimit);
        return;
      case 'local_events_continue':
        return expect(continued).toBe(wanted);
      // The oracle of every case holds these.
      case 'no_crash':
      case 'no_row_created':
        return;
      default:
        throw new Error(`nothing holds ${key} against a page`);
    }
  }

  /** What must be so after every case, whatever it expects of itself. */
  async function allIsWell(): Promise<void> {
    expect(faults).toEqual([]);
    const alive = await fetch(`http://127.0.0.1:${port}/ping`, { signal: AbortSignal.timeout(60_000) });
    expect(alive.status).toBe(204);
    expect(isLedgerSound(await checkLedger(ctx))).toBe(true);
    expect(Object.keys(Object.prototype)).toEqual([]);
    // A page may ask ten times a second, and the cases come faster than that.
    await new Promise((resolve) => setTimeout(resolve, 120));
    const before = bystander.heard.length;
    bystander.send(`423["join_account",${JSON.stringify(uuid)}]`);
    await vi.waitFor(
      () => expect(bystander.heard.slice(before)).toContainEqual('433[{"success":true,"msg":"Ok"}]'),
      waitLimit,
    );
  }

  const miners = async (): Promise<bigint | undefined> =>
    (await ctx.db.query<{ count: bigint }>(sql`SELECT count(*) FROM miners`))[0]?.count;

  const played = cases.filter(({ id }) => !absent.has(id));
  const inTime = played.filter(({ id }) => process.env['TEST_LONG'] === '1' || !slow.has(id));

  it.each(inTime)('$id $title [sock-02]', { timeout: 180_000 }, async ({ id, input, expected }) => {
    const [before, joined] = [await miners(), gateway.rooms()];
    for (const step of input.steps) await play(step, input);
    const wanted = Object.entries({ ...expected, ...decided[id] });
    for (const [key, value] of wanted) if (!untimed.has(key)) await holds(key, value, joined);
    if ('closed_within_ms' in expected)
      await vi.waitFor(() => expect(pages.at(-1)?.isClosed).toBe(true), waitLimit);
    await allIsWell();
    expect(await miners()).toBe(before);
  });

  it.skipIf(!hasRedis)('plays every case', () => {
    expect([played.length, cases.length]).toEqual([23, 23]);
  });
});
