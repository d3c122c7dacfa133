import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasLitecoind, LitecoinNodes } from '../testing/litecoin-nodes.ts';
import { MinerFleet } from '../testing/miner-fleet.ts';
import { PoolProcess } from '../testing/pool-process.ts';
import { hasRedis, RedisServer } from '../testing/redis-server.ts';
import { runOpenlode } from '../testing/run-openlode.ts';
import { createScratchPostgres, postgresServer, type ScratchPostgres } from '../testing/scratch-postgres.ts';

/** All from one client address, which no limit applies to. */
const miners = 1000;
const user = 'LTC:ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9';

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);
}

describe.skipIf(!hasLitecoind || !hasRedis || postgresServer === undefined)(
  'two processes that take miners on the same ports of one machine',
  { timeout: 900_000 },
  () => {
    let nodes: LitecoinNodes;
    let redis: RedisServer;
    let database: ScratchPostgres;
    let folder: string;
    let settings: Readonly<Record<string, string>>;
    let pool: PoolProcess;
    let fleet: MinerFleet;

    beforeAll(async () => {
      nodes = await LitecoinNodes.start(1);
      await nodes.mineToPresent();
      redis = await RedisServer.start();
      database = await createScratchPostgres(postgresServer ?? '');
      folder = await mkdtemp(join(tmpdir(), 'openlode-processes-'));
      const file = join(folder, 'openlode.yaml');
      const reached = [nodes.one, nodes.two].map(({ name, url, loginFile }) => ({
        name,
        url,
        ...(loginFile !== undefined && { login: loginFile }),
      }));
      const address = await nodes.payoutAddress();
      // What is JSON is YAML.
      await writeFile(
        file,
        JSON.stringify({ kind: 'regtest', chains: [{ coin: 'LTC', address, nodes: reached }] }),
      );
      settings = {
        DATABASE_URL: database.url,
        REDIS_URL: redis.url,
        OPENLODE_CONFIG: file,
        OPENLODE_ROLES: 'stratum',
      };
      pool = await PoolProcess.start({ processes: 2, env: settings });
      fleet = await MinerFleet.start({
        port: pool.stratumPort('scrypt'),
        algorithm: 'scrypt',
        count: miners,
        userOf: (index) => `${user}.rig${index}`,
        hashesPerSecondMax: 4,
        followsReconnect: (index) => index % 10 !== 0,
      });
    }, 600_000);
    afterAll(async () => {
      await fleet?.stop();
      await pool?.close();
      await redis?.close();
      await database?.drop();
      await nodes?.close();
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    });

    const recordedWork = async (): Promise<bigint> => {
      const [row] = await database.query('SELECT coalesce(sum(work), 0)::text AS work FROM work_batches');
      return BigInt(String(row?.['work']));
    };
    const sessionsOf = async (url: string): Promise<number> => {
      const answer = await fetch(`${url}/metrics`);
      return Number(/^openlode_sessions\{[^}]*"scrypt"[^}]*\} (\d+)$/m.exec(await answer.text())?.[1]);
    };
    /** The ids of the processes that are said to have started, oldest first. */
    const startedPids = (): number[] =>
      pool.logs
        .filter((line) => line.includes('"the pool starts"'))
        .map((line) => Number((JSON.parse(line) as { pid: unknown }).pid));
    const runningPids = (): number[] =>
      startedPids().filter((pid) => {
        try {
          return process.kill(pid, 0);
        } catch {
          return false;
        }
      });
    const ackedMore = async (shares: number): Promise<void> => {
      const wanted = fleet.shares.acked + shares;
      await vi.waitFor(() => expect(fleet.shares.acked).toBeGreaterThanOrEqual(wanted), 300_000);
    };

    it('share the miners, and no number of one is one of the other', async () => {
      const sessions = await Promise.all(pool.opsUrls.map(sessionsOf));
      console.log(`miners of each process: ${sessions.join(', ')}`);
      expect(Math.min(...sessions)).toBeGreaterThan(0);
      expect((sessions[0] ?? 0) + (sessions[1] ?? 0)).toBe(miners);
      const numbers = fleet.extranonces;
      expect(new Set(numbers).size).toBe(miners);
      expect(new Set(numbers.map((each) => each.slice(0, 2))).size).toBe(2);
    });

    it('answer together who is connected', async () => {
      const { code, out, err } = await runOpenlode(['sessions', 'list', '--limit', '1000', '--json'], {
        ...settings,
        OPENLODE_DATA: pool.dataDirectory,
        OPENLODE_STRATUM_PROCESSES: '2',
      });
      expect([code, err]).toEqual([0, '']);
      const { sessions } = JSON.parse(out) as { readonly sessions: readonly { readonly worker: string }[] };
      expect(new Set(sessions.map(({ worker }) => worker)).size).toBe(miners);
    });

    it('are not replaced by a release with a migration, which would change the database under them', async () => {
      const before = runningPids();
      await database.query(
        'CREATE TABLE kept_migration AS SELECT * FROM schema_migrations ORDER BY name DESC LIMIT 1',
      );
      const pending = 'SELECT name FROM kept_migration';
      await database.query(`DELETE FROM schema_migrations WHERE name IN (${pending})`);
      process.kill(pool.pid ?? 0, 'SIGHUP');
      await vi.waitFor(
        () => expect(pool.logs.some((line) => line.includes('none is replaced'))).toBe(true),
        120_000,
      );
      const refused = pool.logs.filter((line) => line.includes('"this release changes the database ('));
      expect(refused.map((line) => JSON.parse(line) as unknown)).toEqual([
        expect.objectContaining({ process: 3 }),
      ]);
      expect(
        await database.query(`SELECT name FROM schema_migrations WHERE name IN (${pending})`),
      ).toHaveLength(0);
      await database.query('INSERT INTO schema_migrations SELECT * FROM kept_migration');
      await database.query('DROP TABLE kept_migration');
      expect(runningPids()).toEqual(before);
      expect(fleet.working).toBe(miners);
    });

    it('are replaced while they mine, without a lost share', async () => {
      await ackedMore(20);
      // What sends it to all of them at once must replace none twice.
      const started = startedPids().length;
      for (const pid of [...runningPids(), pool.pid ?? 0]) process.kill(pid, 'SIGHUP');
      await vi.waitFor(
        () => expect(pool.logs.some((line) => line.includes('all processes are replaced'))).toBe(true),
        300_000,
      );
      // One more for the time of the replacement, and two new ones.
      expect(startedPids()).toHaveLength(started + 3);
      await vi.waitFor(() => expect(fleet.working).toBe(miners), 60_000);
      await ackedMore(20);
      fleet.rest();
      await vi.waitFor(async () =>
        expect(await recordedWork()).toBeGreaterThanOrEqual(fleet.shares.ackedWork),
      );
      const { acked, ackedWork, unanswered, refused } = fleet.shares;
      const gaps = fleet.gapsMs;
      const sessions = await Promise.all(pool.opsUrls.map(sessionsOf));
      console.log(`miners of each process: ${sessions.join(', ')}`);
      console.log(
        JSON.stringify({
          acked,
          unanswered,
          refused,
          changes: gaps.length,
          gapMs: { p50: quantile(gaps, 0.5), p99: quantile(gaps, 0.99), max: quantile(gaps, 1) },
          load: loadavg()[0],
        }),
      );
      expect(await recordedWork()).toBeLessThanOrEqual(ackedWork + 1024n * BigInt(unanswered));
      expect(gaps.length).toBeGreaterThanOrEqual(miners);
      expect(quantile(gaps, 0.99)).toBeLessThanOrEqual(2000);
    });

    it('are started again when they are killed, and their miners are with the other meanwhile', async () => {
      const started = startedPids();
      process.kill(started.at(-1) ?? 0, 'SIGKILL');
      await vi.waitFor(() => expect(startedPids()).toHaveLength(started.length + 1), 120_000);
      await vi.waitFor(() => expect(fleet.working).toBe(miners), 60_000);
      await vi.waitFor(async () => {
        for (const url of pool.opsUrls) expect((await fetch(`${url}/health`)).status).toBe(200);
      }, 120_000);
    });

    const allGone = (): void => {
      for (const pid of startedPids()) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    };

    const closed = (): number => pool.logs.filter((line) => line.includes('"the pool is closed"')).length;

    it('close in order where the process is killed that holds their ports', async () => {
      const before = closed();
      await pool.kill('SIGKILL');
      await vi.waitFor(allGone, 60_000);
      await vi.waitFor(() => expect(closed()).toBe(before + 2));
      await pool.restart();
      await vi.waitFor(() => expect(fleet.working).toBe(miners), 60_000);
    });

    it('close in order where all of them are asked to end at once, as by systemd', async () => {
      const before = closed();
      for (const pid of runningPids()) process.kill(pid, 'SIGTERM');
      expect(await pool.kill('SIGTERM')).toEqual({ code: 0, signal: null });
      allGone();
      await vi.waitFor(() => expect(closed()).toBe(before + 2));
      await pool.restart();
      await vi.waitFor(() => expect(fleet.working).toBe(miners), 60_000);
    });

    it('end together', async () => {
      const exit = await pool.kill('SIGTERM');
      expect(exit).toEqual({ code: 0, signal: null });
      allGone();
    });
  },
);
