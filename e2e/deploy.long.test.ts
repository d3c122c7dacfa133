import { loadavg } from 'node:os';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { HaproxyServer, hasHaproxy } from '../testing/haproxy-server.ts';
import { MinerFleet } from '../testing/miner-fleet.ts';
import { PoolProcess } from '../testing/pool-process.ts';
import { createScratchPostgres, postgresServer, type ScratchPostgres } from '../testing/scratch-postgres.ts';

/** All from one client address, which no limit applies to. */
const miners = 1000;
const algorithm = 'sha256';

/** Every tenth of them is a program that does not know `client.reconnect`. */
const followsReconnect = (index: number): boolean => index % 10 !== 0;

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);
}

describe.skipIf(!hasHaproxy || postgresServer === undefined)(
  'two processes of one PostgreSQL behind the HAProxy of deploy/, each replaced while a thousand miners mine',
  { timeout: 900_000 },
  () => {
    let database: ScratchPostgres;
    let pools: readonly [PoolProcess, PoolProcess];
    let balancer: HaproxyServer;
    let fleet: MinerFleet;

    beforeAll(async () => {
      database = await createScratchPostgres(postgresServer ?? '');
      const env = {
        DATABASE_URL: database.url,
        OPENLODE_STRATUM_PROXIES: '127.0.0.1',
        OPENLODE_DRAIN_SECONDS: '30',
      };
      const one = await PoolProcess.start({ env });
      const two = await PoolProcess.start({ env, secretOf: one });
      pools = [one, two];
      const port = one.stratumPort(algorithm);
      balancer = await HaproxyServer.start(port, port + 1000, [two.stratumPort(algorithm)]);
      fleet = await MinerFleet.start({
        host: HaproxyServer.address,
        port,
        count: miners,
        userOf: (index) => `ETH:0x${(index + 1).toString(16).padStart(40, '0')}.rig${index}`,
        hashesPerSecondMax: 3_000_000,
        followsReconnect,
      });
    }, 600_000);
    afterAll(async () => {
      await fleet?.stop();
      await balancer?.close();
      for (const pool of pools ?? []) await pool.close();
      await database?.drop();
    });

    const recordedWork = async (): Promise<bigint> => {
      const control = await pools[0].connectControl();
      const { work } = (await control.ledger()) as unknown as { work: { batches: string } };
      await control.close();
      return BigInt(work.batches);
    };
    const healthOf = async (pool: PoolProcess): Promise<string> => {
      const answer = await fetch(`${pool.opsUrl}/health`);
      return `${answer.status} ${await answer.text()}`;
    };
    const ackedMore = async (shares: number): Promise<void> => {
      const wanted = fleet.shares.acked + shares;
      await vi.waitFor(() => expect(fleet.shares.acked).toBeGreaterThanOrEqual(wanted), 300_000);
    };

    it('loses no acknowledged share, and no miner is without work for more than a moment', async () => {
      await ackedMore(100);
      for (const pool of pools) {
        const restarted = pool.restart('SIGTERM');
        // Some miners stay until they are let go, so there is time to see it.
        await vi.waitFor(
          async () => expect(await healthOf(pool)).toMatch(/^503 .*takes no more miners/),
          60_000,
        );
        await restarted;
        expect(pool.logs.some((line) => line.includes('the miners are handed over'))).toBe(true);
        await vi.waitFor(() => expect(fleet.working).toBe(miners), 120_000);
        await ackedMore(100);
      }
      await fleet.stop();
      const { acked, ackedWork, unanswered, refused } = fleet.shares;
      const gaps = fleet.gapsMs;
      console.log(
        JSON.stringify({
          acked,
          unanswered,
          refused,
          asked: fleet.asked,
          changes: gaps.length,
          gapMs: { p50: quantile(gaps, 0.5), p99: quantile(gaps, 0.99), max: quantile(gaps, 1) },
          load: loadavg()[0],
        }),
      );
      // Batches leave a process within half a second.
      await vi.waitFor(async () => expect(await recordedWork()).toBeGreaterThanOrEqual(ackedWork), 60_000);
      const lightest = 2n ** 19n;
      expect(await recordedWork()).toBeLessThanOrEqual(ackedWork + BigInt(unanswered) * lightest);
      // Each process was left by those that it had.
      expect(gaps.length).toBeGreaterThanOrEqual(miners);
      expect(quantile(gaps, 0.99)).toBeLessThanOrEqual(2000);
    });
  },
);
