import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { HashingMiner } from '../testing/hashing-miner.ts';
import { PoolProcess } from '../testing/pool-process.ts';
import { RawPage } from '../testing/raw-page.ts';
import { hasRedis, RedisServer } from '../testing/redis-server.ts';
import { runOpenlode } from '../testing/run-openlode.ts';
import { createScratchPostgres, postgresServer, type ScratchPostgres } from '../testing/scratch-postgres.ts';

const account = 'DOGE:DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU';
const waitLimit = { timeout: 90_000, interval: 20 };
const away = 'live events of other processes: Redis is away';

describe.skipIf(postgresServer === undefined || !hasRedis)(
  'two processes on one PostgreSQL and one Redis',
  () => {
    let database: ScratchPostgres;
    let redis: RedisServer;
    let mined: PoolProcess;
    let watched: PoolProcess;
    let page: RawPage | undefined;
    let uuid: string;
    const miners: HashingMiner[] = [];

    beforeAll(async () => {
      database = await createScratchPostgres(postgresServer ?? '');
      redis = await RedisServer.start();
      const env = { DATABASE_URL: database.url, REDIS_URL: redis.url };
      mined = await PoolProcess.start({ env });
      await Promise.all([
        mine('rig0'),
        PoolProcess.start({ env, secretOf: mined }).then((pool) => {
          watched = pool;
        }),
      ]);
      uuid = await vi.waitUntil(async () => {
        const [row] = await database.query('SELECT uuid FROM miners');
        return row === undefined ? undefined : String(row['uuid']);
      }, waitLimit);
      page = await watch(watched);
    });
    const heard = (): readonly string[] => page?.heard ?? [];
    afterAll(async () => {
      page?.socket.destroy();
      await Promise.all(miners.map((miner) => miner.stop()));
      await mined.close();
      await watched.close();
      await redis.close();
      await database.drop();
    });

    /** A worker that has never been seen, on the process without watchers, until its first share is acknowledged. */
    async function mine(worker: string): Promise<void> {
      const miner = await HashingMiner.start({
        port: mined.stratumPort('sha256'),
        user: `${account}.${worker}`,
      });
      miners.push(miner);
      await miner.whenAcked(1);
      await miner.stop();
    }
    async function watch(pool: PoolProcess): Promise<RawPage> {
      const watcher = new RawPage({ port: pool.httpPort });
      await vi.waitFor(() => expect(watcher.status).toBe(101), waitLimit);
      watcher.send('40');
      await vi.waitFor(
        () => expect(watcher.heard.some((text) => text.startsWith('40{'))).toBe(true),
        waitLimit,
      );
      watcher.send(`421["join_account","${uuid}"]`);
      await vi.waitFor(() => expect(watcher.heard).toContain('431[{"success":true,"msg":"Ok"}]'), waitLimit);
      return watcher;
    }
    /** Only recording a worker's first share says this: a process that did not record it knows it from the other. */
    const hears = (watcher: RawPage | undefined, worker: string): Promise<void> =>
      vi.waitFor(
        () =>
          expect(
            watcher?.heard.filter(
              (text) => text.startsWith('42["event"') && text.includes(`"n":"${worker}"`),
            ),
          ).toHaveLength(1),
        waitLimit,
      );
    const health = async (pool: PoolProcess): Promise<unknown> => {
      const answer = await fetch(`${pool.opsUrl}/health`);
      const { ready, suspended } = (await answer.json()) as { ready: boolean; suspended: string[] };
      return [answer.status, ready, suspended];
    };
    const doctor = async (): Promise<string> => {
      const env = { OPENLODE_DATA: watched.dataDirectory, OPENLODE_PORT: String(watched.httpPort) };
      const { out } = await runOpenlode(['doctor', '--json'], {
        ...env,
        DATABASE_URL: database.url,
        REDIS_URL: redis.url,
      });
      const found = JSON.parse(out) as { subject: string; state: string; found: string }[];
      return found.flatMap((each) => (each.subject === 'redis' ? `${each.state}: ${each.found}` : [])).join();
    };

    it('show one page what the other recorded, through a Redis that dies and comes back empty [S5]', {
      timeout: 240_000,
    }, async () => {
      for (const pool of [watched, mined])
        await vi.waitFor(async () => expect(await health(pool)).toEqual([200, true, []]), waitLimit);
      expect(await doctor()).toMatch(/^well: 127\.0\.0\.1:\d+ answers, version \d+\./);

      await redis.signal('SIGKILL');
      await vi.waitFor(async () => expect(await health(watched)).toEqual([200, true, [away]]), waitLimit);
      const local = await watch(mined);
      await mine('rig2');
      await hears(local, 'rig2');
      expect(heard().join('')).not.toContain('"rig2"');
      expect(await doctor()).toMatch(/^warning: 127\.0\.0\.1:\d+: .*ECONNREFUSED/);
      const metrics = await (await fetch(`${mined.opsUrl}/metrics`)).text();
      expect(metrics).toMatch(/^openlode_relay_messages_total\{what="dropped"\} [1-9]/m);
      expect(metrics).toContain('openlode_relay_whole 0');

      await redis.restart();
      await vi.waitFor(
        () => expect(heard().join('')).toContain(`42["catch_up",{"uuid":"${uuid}"}]`),
        waitLimit,
      );
      const missed = await fetch(`${watched.url}/api/v5/account/${uuid}/events?after=1`);
      expect(await missed.text()).toContain('"rig2"');
      for (const pool of [watched, mined])
        await vi.waitFor(async () => expect(await health(pool)).toEqual([200, true, []]), waitLimit);
      await mine('rig3');
      await hears(page, 'rig3');
      local.socket.destroy();
    });

    it('change no balance when Redis is emptied while a block is credited [S5]', {
      timeout: 240_000,
    }, async () => {
      const controls = [await mined.connectControl(), await watched.connectControl()];
      const count = async (rows: string): Promise<number> =>
        Number((await database.query(`SELECT count(*)::int AS count FROM ${rows}`))[0]?.['count']);
      // Any share may be a block: one on the same job comes second, and is never credited.
      const rounds = "rounds WHERE state NOT IN ('orphaned', 'refused')";
      const roundsBefore = await count(rounds);
      const miner = await HashingMiner.start({ port: mined.stratumPort('sha256'), user: `${account}.rig4` });
      miners.push(miner);
      const before = heard().length;
      await controls[0]?.mineBlock('sha256');
      // It would find a second one by itself, on a machine that is slow to credit the first.
      await vi.waitFor(
        () => expect(miner.acked.some(({ block }) => block !== undefined)).toBe(true),
        waitLimit,
      );
      await miner.stop();
      // A block is acknowledged before its round is recorded.
      await vi.waitFor(async () => expect(await count(rounds)).toBeGreaterThan(roundsBefore), waitLimit);
      const isCredited = async (): Promise<boolean> =>
        (await count("events WHERE type = 'reward'")) === (await count(rounds));
      const until = performance.now() + waitLimit.timeout;
      while (!(await isCredited()) && performance.now() < until) {
        await redis.ask('FLUSHALL');
        for (const control of controls) await control.advance(31_000);
        await sleep(50);
      }
      expect(await isCredited()).toBe(true);
      // Told, or made to fetch it: which of both depends on what FLUSHALL met.
      await vi.waitFor(
        () => expect(heard().slice(before).join('')).toMatch(/"e":"reward"|42\["catch_up"/),
        waitLimit,
      );
      await Promise.all(controls.map((control) => control.close()));
      await redis.signal('SIGKILL');
      const audit = await runOpenlode(['audit'], {
        OPENLODE_DATA: mined.dataDirectory,
        DATABASE_URL: database.url,
      });
      expect(audit).toMatchObject({ code: 0, err: '' });
      expect(
        [mined, watched].flatMap(({ logs }) => logs.filter((line) => line.includes('"level":60'))),
      ).toEqual([]);
    });
  },
);
