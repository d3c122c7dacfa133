import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HashingMiner } from '../testing/hashing-miner.ts';
import { PoolProcess } from '../testing/pool-process.ts';
import { runOpenlode } from '../testing/run-openlode.ts';
import type { SandboxControl } from '../testing/sandbox-control.ts';
import { createScratchPostgres, postgresServer, type ScratchPostgres } from '../testing/scratch-postgres.ts';

const address = 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU';
const hourMs = 3_600_000;
const engines = postgresServer === undefined ? ['embedded'] : ['embedded', 'postgres'];

/**
 * A machine is copied while the pool runs, pays, and is that copy again: its database, its journal and its memory of what it sent are all
 * as old. The chains of the sandbox lie outside, as real ones do, and are the only ones that know.
 */
describe.each(engines)(
  'a data directory copied back with its journal, on %s',
  { timeout: 400_000 },
  (engine) => {
    let folder: string;
    let chains: string;
    let pool: PoolProcess;
    let database: ScratchPostgres | undefined;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'openlode-copied-'));
      chains = join(folder, 'chains');
      database = engine === 'postgres' ? await createScratchPostgres(postgresServer ?? '') : undefined;
      pool = await PoolProcess.start({
        env: {
          OPENLODE_SANDBOX_CHAINS: chains,
          // Every payout waits for a word of the operator, so that it leaves when the suite says so.
          OPENLODE_PAYOUT_CAP_ACCOUNT: '1',
          ...(database === undefined ? {} : { DATABASE_URL: database.url }),
        },
      });
    });
    afterAll(async () => {
      await pool.close();
      await database?.drop();
      rmSync(folder, { recursive: true, force: true });
    });

    const openlode = (...args: readonly string[]) =>
      runOpenlode(args, {
        OPENLODE_DATA: pool.dataDirectory,
        OPENLODE_SANDBOX_CHAINS: chains,
        ...(database === undefined ? {} : { DATABASE_URL: database.url }),
      });
    const why = ['--reason', 'copied back', '--yes'];
    const read = async (path: string): Promise<Record<string, unknown>> =>
      ((await (await fetch(`${pool.url}/api/v5/${path}`)).json()) as { data: Record<string, unknown> }).data;
    const account = () => read(`address/${address}?coin=DOGE`);

    /** The payments that the chain has taken. */
    const onChain = (): string[] =>
      (existsSync(join(chains, 'sandbox-payouts'))
        ? readFileSync(join(chains, 'sandbox-payouts'), 'utf8')
        : ''
      )
        .split('\n')
        .filter(Boolean)
        .map((line) => line.split(' ')[1] ?? '');

    const until = async (control: SandboxControl, isSo: () => Promise<boolean>, stepMs: number) => {
      for (let step = 0; step < 200; step += 1) {
        if (await isSo()) return;
        await control.advance(stepMs);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error('what was waited for did not happen');
    };

    const earn = async (control: SandboxControl): Promise<void> => {
      const miner = await HashingMiner.start({
        port: pool.stratumPort('sha256'),
        user: `DOGE:${address}.rig1`,
        hashesPerSecondMax: 400_000,
      });
      await miner.whenAcked(2);
      await control.mineBlock('sha256');
      await until(control, async () => (await control.books()).blocks.length > 0, 0);
      await miner.stop();
      await until(control, async () => Number((await account())['balance'] ?? 0) > 10, 30_000);
    };

    /** Everything at one moment: the process is stopped meanwhile, as a machine is while its disk is copied. */
    const copy = async (): Promise<void> => {
      process.kill(pool.pid ?? 0, 'SIGSTOP');
      execFileSync('cp', ['-a', pool.dataDirectory, join(folder, 'copy')]);
      if (database !== undefined) await database.copyTo('copy');
      process.kill(pool.pid ?? 0, 'SIGCONT');
    };
    const copyBack = async (): Promise<void> => {
      await pool.kill('SIGKILL');
      rmSync(pool.dataDirectory, { recursive: true });
      execFileSync('cp', ['-a', join(folder, 'copy'), pool.dataDirectory]);
      await database?.takeBack('copy');
    };

    it('pays once what had left before, and says why it waits', async () => {
      let control = await pool.connectControl();
      await earn(control);
      // Its work is old enough to prove whose it is.
      await control.advance(2 * hourMs);
      const { uuid } = await account();
      const asked = await fetch(`${pool.url}/api/v3/address/${String(uuid)}/pay`, { method: 'POST' });
      expect(asked.status).toBe(200);
      await copy();

      expect(await openlode('payouts', 'approve', '1', ...why)).toMatchObject({ code: 0, err: '' });
      await until(control, async () => onChain().length === 1, 1000);
      const [paid = ''] = onChain();
      await control.close();

      await copyBack();
      await pool.restart('SIGKILL');
      control = await pool.connectControl();
      await control.advance(2 * hourMs);
      expect((await openlode('payouts', 'list', '--state', 'reserved')).out).toContain('approval');
      expect(await openlode('payouts', 'approve', '1', ...why)).toMatchObject({ code: 0, err: '' });
      const suspensions = async () => (await openlode('suspensions', 'list')).out;
      const isNoticed = async () =>
        onChain().length > 1 || (await suspensions()).includes('unknown-transaction');
      await until(control, isNoticed, 1000);
      for (let step = 0; step < 20; step += 1) await control.advance(5000);
      expect(onChain()).toEqual([paid]);
      expect((await openlode('payouts', 'why', '1')).out).toMatch(/waits for +the suspension of /);

      const compared = await openlode('payouts', 'compare', '--json');
      expect(JSON.parse(compared.out)).toMatchObject({ unknown: [{ txid: paid, address }] });
      expect((await openlode('suspensions', 'lift', 'DOGE', ...why)).out).toMatch(/^Not lifted: /);
      expect(await openlode('payouts', 'adopt', paid, ...why)).toMatchObject({ code: 0, err: '' });
      expect((await openlode('payouts', 'compare')).code).toBe(0);
      await openlode('suspensions', 'lift', 'DOGE', ...why);
      // The wallet held less than the ledger said as long as the payment was unknown.
      await openlode('suspensions', 'lift', 'asset:DOGE', ...why);
      expect(await suspensions()).toContain('Nothing is suspended.');
      const settled = async () =>
        ((await read(`account/${String(uuid)}/payments`))['list'] as { status: string }[])[0]?.status;
      await until(control, async () => (await settled()) === 'success', 10_000);
      expect(onChain()).toEqual([paid]);
      expect((await control.books()).sound).toBe(true);
      await control.close();
    });
  },
);
