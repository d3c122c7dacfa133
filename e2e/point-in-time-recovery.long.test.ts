import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ArchivingPostgres } from '../testing/archiving-postgres.ts';
import { hasPostgres } from '../testing/postgres-programs.ts';
import { CopiedMachine, until } from './support/copied-machine.ts';

const address = 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU';
const hourMs = 3_600_000;

/** As docs/operating.md says under "Failover, point-in-time recovery, poolers", on a server whose commits do not wait for the disk by default. */
describe.skipIf(!hasPostgres)('a point-in-time recovery of PostgreSQL', { timeout: 900_000 }, () => {
  let database: ArchivingPostgres;
  let machine: CopiedMachine;
  beforeEach(async () => {
    database = await ArchivingPostgres.start(['synchronous_commit = off']);
    // Every payout waits for a word of the operator, so that it leaves when the suite says so.
    machine = await CopiedMachine.startOn(database, { OPENLODE_PAYOUT_CAP_ACCOUNT: '1' });
  });
  afterEach(() => machine.close());
  const why = ['--reason', 'recovered', '--yes'];
  const suspensions = async () => (await machine.openlode('suspensions', 'list')).out;

  it.each([
    ['a process that kept its journal', false],
    ['a new machine, where the operator says so first', true],
  ])(
    'of %s: all is suspended, what left since is named and adopted, and nothing leaves twice',
    async (_what, isNew) => {
      const { pool } = machine;
      expect(await database.query('SHOW synchronous_commit')).toEqual([{ synchronous_commit: 'off' }]);
      let control = await pool.connectControl();
      await machine.earn(control, [address]);
      // Its work is old enough to prove whose it is.
      await control.advance(2 * hourMs);
      database.backUp();
      await database.copyTo('earned');
      expect(await machine.pay(address)).toBe(200);
      expect(await machine.openlode('payouts', 'approve', '1', ...why)).toMatchObject({ code: 0, err: '' });
      await until(control, async () => machine.onChain().length === 1, 1000);
      const [paid] = machine.onChain();
      const txid = paid?.txid ?? '';
      await control.close();

      await pool.kill('SIGTERM');
      await database.takeBack('earned');
      if (isNew) {
        for (const name of readdirSync(pool.dataDirectory))
          if (name.startsWith('payouts.journal')) rmSync(join(pool.dataDirectory, name));
        const suspend = ['suspensions', 'suspend', '*', '--recovered', ...why];
        expect(await machine.openlode(...suspend)).toMatchObject({ code: 0, err: '' });
      }
      await pool.restart();
      control = await pool.connectControl();
      await control.advance(2 * hourMs);
      expect(await suspensions()).toMatch(isNew ? /^\* +\S+ +rolled-back /m : /^\* +\S+ +journal-ahead /m);
      // Its owner has the money once more, and asks for it again.
      expect(await machine.pay(address)).not.toBe(200);
      for (let step = 0; step < 6; step += 1) await control.advance(20_000);
      expect(machine.onChain()).toEqual([paid]);
      expect((await machine.openlode('suspensions', 'lift', '*', ...why)).out).toMatch(/^Not lifted: /);

      const compared = await machine.openlode('payouts', 'compare', '--json');
      expect(compared.code).toBe(1);
      expect(JSON.parse(compared.out)).toMatchObject({ unknown: [{ txid, address }] });
      expect(await machine.openlode('payouts', 'adopt', txid, ...why)).toMatchObject({ code: 0, err: '' });
      expect((await machine.openlode('payouts', 'compare')).code).toBe(0);
      expect(await machine.openlode('suspensions', 'lift', '*', ...why)).toMatchObject({ code: 0, err: '' });
      // The wallet held less than the ledger said as long as the payment was unknown.
      await machine.openlode('suspensions', 'lift', 'asset:DOGE', ...why);
      expect(await suspensions()).toContain('Nothing is suspended.');
      const { uuid } = await machine.account(address);
      const newest = async () =>
        ((await machine.read(`account/${String(uuid)}/payments`))['list'] as { status: string }[])[0]?.status;
      await until(control, async () => (await newest()) === 'success', 10_000);
      await control.advance(24 * hourMs);
      expect(machine.onChain()).toEqual([paid]);
      expect((await control.ledger()).sound).toBe(true);
      await control.close();
      expect((await machine.openlode('audit')).code).toBe(0);
    },
  );
});
