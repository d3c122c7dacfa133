import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { HashingMiner } from '../testing/hashing-miner.ts';
import { PoolProcess } from '../testing/pool-process.ts';
import { runOpenlode } from '../testing/run-openlode.ts';
import { createScratchPostgres, postgresServer, type ScratchPostgres } from '../testing/scratch-postgres.ts';

const address = 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU';
const user = `DOGE:${address}.rig1`;

describe.each(postgresServer === undefined ? ['embedded'] : ['embedded', 'PostgreSQL'])(
  'the operator’s commands of a running pool on %s',
  { timeout: 120_000 },
  (engine) => {
    let database: ScratchPostgres | undefined;
    let pool: PoolProcess;
    const env = (): Record<string, string> => ({
      OPENLODE_DATA: pool.dataDirectory,
      OPENLODE_PORT: String(pool.httpPort),
      ...(database === undefined ? {} : { DATABASE_URL: database.url }),
    });
    const run = (...args: string[]) => runOpenlode(args, env());
    const read = async (path: string) => (await fetch(`${pool.url}${path}`)).json();
    const suspended = async () => (await (await fetch(`${pool.opsUrl}/health`)).json()).suspended;

    beforeAll(async () => {
      if (engine !== 'embedded') database = await createScratchPostgres(postgresServer ?? '');
      pool = await PoolProcess.start(database === undefined ? {} : { env: { DATABASE_URL: database.url } });
    });
    afterAll(async () => {
      await pool.close();
      await database?.drop();
    });

    it('delists a coin at once: its miner is told why and dismissed, and the list says so', async () => {
      const miner = await HashingMiner.start({ port: pool.stratumPort('sha256'), user });
      await miner.whenAcked(1);
      expect(await run('delist', 'DOGE', '--reason', 'no market', '--yes')).toMatchObject({
        code: 0,
        out: 'DOGE is delisted.\n',
      });
      expect((await read('/api/v5/coin/DOGE')).data.delisted).toBe(1);
      expect((await read(`/api/v5/address/${address}?coin=DOGE`)).data.delisted_chain).toBe(true);
      await expect(miner.whenAcked(1_000_000)).rejects.toThrow('the miner ended');
      expect((await run('relist', 'DOGE', '--reason', 'back')).code).toBe(0);
      expect((await read('/api/v5/coin/DOGE')).data.delisted).toBe(0);
      await miner.stop();
    });

    it('closes a network and says so everywhere, and stands in the log with who and why', async () => {
      const message = 'Our node is being upgraded.';
      expect((await run('maintenance', 'on', 'DOGE', '--message', message, '--yes')).code).toBe(0);
      expect((await read(`/api/v5/address/${address}?coin=DOGE`)).data).toMatchObject({
        enabled: false,
        maintenance_message: message,
      });
      await vi.waitFor(async () => expect(await suspended()).toEqual(['payouts of DOGE: maintenance']));
      const metrics = await (await fetch(`${pool.opsUrl}/metrics`)).text();
      expect(metrics).toContain('openlode_payouts_suspended{network="DOGE",reason="maintenance"} 1');
      expect((await run('maintenance', 'off', 'DOGE', '--reason', 'done')).code).toBe(0);
      // Health is read at most once a second.
      await vi.waitFor(async () => expect(await suspended()).toEqual([]));
      const log = JSON.parse((await run('log', '--json')).out) as { kind: string; actor: string }[];
      expect(log.slice(0, 2).map(({ kind }) => kind)).toEqual(['maintenance-open', 'maintenance-closed']);
      expect(log[0]?.actor).toMatch(/^.{1,100}$/);
      // Through the pool, which has it in its own log too.
      expect(pool.logs.some((line) => line.includes('the operator decided'))).toBe(true);
    });

    it('sees that it is well, and what is not', async () => {
      const doctor = await run('doctor', '--json');
      expect(doctor).toMatchObject({ code: 0, err: '' });
      const states = (JSON.parse(doctor.out) as { subject: string; state: string }[]).map(
        ({ subject, state }) => `${subject} ${state}`,
      );
      expect(states).toContain('health well');
      expect(states).toContain('database well');
      const wrong = await runOpenlode(['doctor'], { ...env(), OPENLODE_PORT: 'none', OPENLODE_NOSUCH: '1' });
      expect(wrong.code).toBe(1);
      expect(wrong.out).toContain('OPENLODE_NOSUCH is not a setting of this release');
      expect(wrong.out).toContain('OPENLODE_PORT must be a port');
    });
  },
);

describe('npx openlode', () => {
  it('runs from the checkout', { timeout: 60_000 }, () => {
    // What `npx` runs.
    const program = join(import.meta.dirname, '../node_modules/.bin/openlode');
    const { stdout, status } = spawnSync(program, ['--help'], { encoding: 'utf8' });
    expect([status, stdout.split('\n')[0]]).toEqual([0, 'Usage: openlode [options] [command]']);
  });
});
