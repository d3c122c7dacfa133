import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { FaultProxy } from '../testing/fault-proxy.ts';
import { HashingMiner } from '../testing/hashing-miner.ts';
import { PoolProcess } from '../testing/pool-process.ts';
import { runOpenlode } from '../testing/run-openlode.ts';
import { createScratchPostgres, postgresServer, type ScratchPostgres } from '../testing/scratch-postgres.ts';

const account = 'DOGE:DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU';
/** In `npm run test:long` the first outage takes its five minutes. */
const isLong = process.env['TEST_LONG'] === '1';
/** At least so long; each test then waits for what the outage has to bring about. */
const outageMs = isLong ? 6000 : 1500;
/** Business time goes on by five minutes while the outage lasts, so that slices, minutes and jobs meet it too. */
const businessMs = 300_000;
const inFlightMax = 8n;
const heaviestShare = 2n ** 20n;

describe.skipIf(postgresServer === undefined)('a pool whose PostgreSQL is away while miners mine', () => {
  let database: ScratchPostgres;
  let proxy: FaultProxy;
  let pool: PoolProcess;

  beforeAll(async () => {
    database = await createScratchPostgres(postgresServer ?? '');
    const { hostname, port } = new URL(database.url);
    proxy = await FaultProxy.start({ host: hostname, port: Number(port || 5432) });
    pool = await PoolProcess.start({ env: { DATABASE_URL: proxy.through(database.url) } });
  });
  afterAll(async () => {
    await pool.close();
    await proxy.close();
    await database.drop();
  });

  const bytesOf = (name: string): number => {
    const file = join(pool.dataDirectory, name);
    return existsSync(file) ? statSync(file).size : 0;
  };
  const loggedBytes = (): number => bytesOf('work-spool-sha256.jsonl');
  const shareBytes = (): number =>
    bytesOf('work-spool-sha256-shares-1.jsonl') + bytesOf('work-spool-sha256-shares-2.jsonl');
  const recorded = async (): Promise<bigint> => {
    const [row] = await database.query('SELECT coalesce(sum(work), 0)::text AS work FROM work_batches');
    return BigInt(String(row?.['work']));
  };
  const untilLogIsEmpty = async (): Promise<number> => {
    const started = performance.now();
    while (loggedBytes() > 0) {
      if (performance.now() - started > 90_000)
        throw new Error(`the write-ahead log still holds ${loggedBytes()} bytes`);
      await sleep(50);
    }
    return performance.now() - started;
  };
  const expectSound = async (): Promise<void> => {
    const audit = await runOpenlode(['audit'], {
      OPENLODE_DATA: pool.dataDirectory,
      DATABASE_URL: database.url,
    });
    expect(audit).toMatchObject({ code: 0, err: '' });
  };

  it('acknowledges on, keeps every share on disk, and has all of them in a sound database afterwards [I9]', {
    timeout: 900_000,
  }, async () => {
    const before = await recorded();
    const miners = await Promise.all(
      ['rig1', 'rig2'].map((worker) =>
        HashingMiner.start({ port: pool.stratumPort('sha256'), user: `${account}.${worker}` }),
      ),
    );
    const acked = (): number => miners.reduce((sum, miner) => sum + miner.acked.length, 0);
    await Promise.all(miners.map((miner) => miner.whenAcked(1)));
    for (const mode of ['swallow', 'refuse'] as const) {
      proxy.setMode(mode);
      const atStart = acked();
      await sleep(isLong && mode === 'swallow' ? businessMs : outageMs);
      await vi.waitFor(() => expect(acked()).toBeGreaterThan(atStart), 90_000);
      await vi.waitFor(() => expect(loggedBytes()).toBeGreaterThan(0), 90_000);
      const control = await pool.connectControl();
      if (mode === 'refuse') await control.advance(businessMs);
      await control.close();
      proxy.setMode('pass');
      console.log(`${mode}: all work recorded ${(await untilLogIsEmpty()).toFixed(0)} ms after the outage`);
    }
    for (const miner of miners) {
      expect(miner.rejected.filter(({ text }) => /record/i.test(text))).toEqual([]);
      await miner.stop();
    }
    const owed = miners.reduce((sum, miner) => sum + miner.workAckedUntil(), 0n);
    await vi.waitFor(async () => expect((await recorded()) - before).toBeGreaterThanOrEqual(owed), 90_000);
    await sleep(1000);
    const found = (await recorded()) - before;
    // A share whose answer was on its way when the miner hung up.
    expect(found).toBeLessThanOrEqual(owed + 2n * heaviestShare);
    await expectSound();
  });

  it('loses no share and no block when it is killed in the middle of the outage, and opens again [I2] [I6] [I9] [S2]', {
    timeout: 600_000,
  }, async () => {
    const before = await recorded();
    const miner = await HashingMiner.start({ port: pool.stratumPort('sha256'), user: `${account}.rig1` });
    await miner.whenAcked(3);
    const blocks = (): string[] => miner.acked.flatMap(({ block }) => (block === undefined ? [] : [block]));
    proxy.setMode('refuse');
    // Any share may be a block: one from before the outage is in the database already.
    const blocksBefore = blocks().length;
    const control = await pool.connectControl();
    await control.mineBlock('sha256');
    await control.close();
    await vi.waitFor(() => expect(blocks().length).toBeGreaterThan(blocksBefore), 120_000);
    const blockFile = join(pool.dataDirectory, 'block-spool-sha256.jsonl');
    expect(statSync(blockFile).size).toBeGreaterThan(0);
    await vi.waitFor(() => expect(loggedBytes()).toBeGreaterThan(0), 90_000);
    await pool.kill('SIGKILL');
    await miner.stop();
    const owed = miner.workAckedUntil();
    const found = blocks();
    proxy.setMode('pass');
    await pool.restart();
    await vi.waitFor(() => expect(statSync(blockFile).size).toBe(0), 90_000);
    const rounds = await database.query('SELECT block_hash FROM rounds');
    const hashes = rounds.map((row) => String(row['block_hash']));
    expect(found.filter((hash) => hashes.filter((each) => each === hash).length !== 1)).toEqual([]);
    await untilLogIsEmpty();
    await vi.waitFor(() => expect(shareBytes()).toBe(0), 90_000);
    const work = (await recorded()) - before;
    expect(work).toBeGreaterThanOrEqual(owed);
    expect(work).toBeLessThanOrEqual(owed + inFlightMax * heaviestShare);
    await expectSound();
  });
});
