import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { HashingMiner } from '../testing/hashing-miner.ts';
import { PoolProcess } from '../testing/pool-process.ts';
import { createScratchPostgres, postgresServer, type ScratchPostgres } from '../testing/scratch-postgres.ts';

interface LedgerCheck {
  readonly sound: boolean;
  readonly work: { readonly batches: string };
}

/** `npm run test:long` kills twenty times. */
const isLong = process.env['TEST_LONG'] === '1';
const killAfterMs = isLong
  ? Array.from({ length: 4 }, () => [2500, 1700, 3300, 2100, 2900]).flat()
  : [2500, 1700, 3300];

/** Shares that were recorded although the kill kept their answer from the miner. */
const inFlightMax = 8n;
const heaviestShare = 2n ** 20n;

const killed = [
  { engine: 'pglite', algorithm: 'sha256', kills: killAfterMs },
  ...(postgresServer === undefined
    ? []
    : [{ engine: 'postgres', algorithm: 'sha256', kills: killAfterMs } as const]),
  // Another dialect, whose shares are verified in a thread.
  { engine: 'pglite', algorithm: 'kheavyhash', kills: killAfterMs.slice(0, 3) },
] as const;

describe.each(killed)(
  'a pool on $engine that is killed while miners mine $algorithm',
  ({ engine, algorithm, kills: killAfter }) => {
    let database: ScratchPostgres | undefined;
    let pool: PoolProcess;
    beforeAll(async () => {
      if (engine === 'postgres') database = await createScratchPostgres(postgresServer ?? '');
      pool = await PoolProcess.start(database === undefined ? {} : { env: { DATABASE_URL: database.url } });
    });
    afterAll(async () => {
      await pool.close();
      await database?.drop();
    });

    const checkLedger = async (): Promise<LedgerCheck> => {
      const control = await pool.connectControl();
      const ledger = (await control.ledger()) as unknown as LedgerCheck;
      await control.close();
      return ledger;
    };
    /** What the killed process left on its disk is recorded once the next one runs. */
    const untilRecorded = (): Promise<void> =>
      vi.waitFor(() => {
        const left = readdirSync(pool.dataDirectory).filter((name) => name.startsWith('work-spool-'));
        expect(left.filter((name) => statSync(join(pool.dataDirectory, name)).size > 0)).toEqual([]);
      }, 60_000);
    const startMiner = (worker: string) =>
      HashingMiner.start({
        port: pool.stratumPort(algorithm),
        algorithm,
        user: `DOGE:DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU.${worker}`,
      });

    it('has a sound ledger after each restart, and every acknowledged share [I2]', {
      timeout: killAfter.length * 180_000,
    }, async () => {
      let owed = 0n;
      let kills = 0n;
      for (const delay of killAfter) {
        const miners = await Promise.all(['rig1', 'rig2'].map(startMiner));
        // Something to lose: on a busy machine the first share takes longer than the wait below.
        await Promise.all(miners.map((miner) => miner.whenAcked(1)));
        // A block in the middle: a candidate, its round and its credit are killed at some point or other too.
        const control = await pool.connectControl();
        await control.mineBlock(algorithm);
        await control.close();
        await new Promise((resolve) => setTimeout(resolve, delay));
        await pool.kill('SIGKILL');
        kills += 1n;
        for (const miner of miners) {
          await miner.stop();
          owed += miner.workAckedUntil();
        }
        await pool.restart();
        await untilRecorded();

        const ledger = await checkLedger();
        const recorded = BigInt(ledger.work.batches);
        expect(ledger.sound).toBe(true);
        expect(recorded).toBeGreaterThanOrEqual(owed);
        // Nothing is counted twice either.
        expect(recorded).toBeLessThanOrEqual(owed + kills * inFlightMax * heaviestShare);
      }
      expect(owed).toBeGreaterThan(0n);
    });

    it('loses nothing at all when it is asked to stop', async () => {
      const before = BigInt((await checkLedger()).work.batches);
      const miner = await startMiner('rig1');
      await miner.whenAcked(3);
      const exit = await pool.kill('SIGTERM');
      expect(exit).toEqual({ code: 0, signal: null });
      await miner.stop();
      await pool.restart();
      const ledger = await checkLedger();
      expect(ledger.sound).toBe(true);
      expect(BigInt(ledger.work.batches) - before).toBe(miner.workAckedUntil());
    });
  },
);
