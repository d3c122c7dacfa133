import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CopiedMachine, engines, until } from './support/copied-machine.ts';

const address = 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU';
const hourMs = 3_600_000;

describe.each(engines)('a machine copied back with its journal, on %s', { timeout: 400_000 }, (engine) => {
  let machine: CopiedMachine;
  beforeAll(async () => {
    // Every payout waits for a word of the operator, so that it leaves when the suite says so.
    machine = await CopiedMachine.start(engine, { OPENLODE_PAYOUT_CAP_ACCOUNT: '1' });
  });
  afterAll(() => machine.close());
  const why = ['--reason', 'copied back', '--yes'];

  it('pays once what had left before, and says why it waits', async () => {
    const { pool } = machine;
    let control = await pool.connectControl();
    await machine.earn(control, [address]);
    // Its work is old enough to prove whose it is.
    await control.advance(2 * hourMs);
    expect(await machine.pay(address)).toBe(200);
    await machine.copy('copy');

    expect(await machine.openlode('payouts', 'approve', '1', ...why)).toMatchObject({ code: 0, err: '' });
    await until(control, async () => machine.onChain().length === 1, 1000);
    const [paid] = machine.onChain();
    const txid = paid?.txid ?? '';
    await control.close();

    await machine.copyBack('copy');
    control = await pool.connectControl();
    await control.advance(2 * hourMs);
    expect((await machine.openlode('payouts', 'list', '--state', 'reserved')).out).toContain('approval');
    expect(await machine.openlode('payouts', 'approve', '1', ...why)).toMatchObject({ code: 0, err: '' });
    const suspensions = async () => (await machine.openlode('suspensions', 'list')).out;
    const isNoticed = async () =>
      machine.onChain().length > 1 || (await suspensions()).includes('unknown-transaction');
    await until(control, isNoticed, 1000);
    // Every task runs at each step.
    for (let step = 0; step < 6; step += 1) await control.advance(20_000);
    expect(machine.onChain()).toEqual([paid]);
    expect((await machine.openlode('payouts', 'why', '1')).out).toMatch(/waits for +the suspension of /);

    const compared = await machine.openlode('payouts', 'compare', '--json');
    expect(JSON.parse(compared.out)).toMatchObject({ unknown: [{ txid, address }] });
    expect((await machine.openlode('suspensions', 'lift', 'DOGE', ...why)).out).toMatch(/^Not lifted: /);
    expect(await machine.openlode('payouts', 'adopt', txid, ...why)).toMatchObject({ code: 0, err: '' });
    expect((await machine.openlode('payouts', 'compare')).code).toBe(0);
    await machine.openlode('suspensions', 'lift', 'DOGE', ...why);
    // The wallet held less than the ledger said as long as the payment was unknown.
    await machine.openlode('suspensions', 'lift', 'asset:DOGE', ...why);
    expect(await suspensions()).toContain('Nothing is suspended.');
    const { uuid } = await machine.account(address);
    const newest = async () =>
      ((await machine.read(`account/${String(uuid)}/payments`))['list'] as { status: string }[])[0]?.status;
    await until(control, async () => (await newest()) === 'success', 10_000);
    expect(machine.onChain()).toEqual([paid]);
    expect((await control.ledger()).sound).toBe(true);
    await control.close();
  });
});
