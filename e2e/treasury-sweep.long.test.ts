import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasLitecoind, type LitecoinNodes } from '../testing/litecoin-nodes.ts';
import { paidLitecoin } from '../testing/paid-asset.ts';
import { PayingPool } from '../testing/paying-pool.ts';
import type { CommandResult } from '../testing/run-openlode.ts';
import { postgresServer } from '../testing/scratch-postgres.ts';

const cold = 'rltc1qpyysjzgfpyysjzgfpyysjzgfpyysjzgfarjn3s';
const isPossible = hasLitecoind && postgresServer !== undefined;

describe.skipIf(!isPossible)('a sweep of a running pool, on a test network of Litecoin', () => {
  let paying: PayingPool<LitecoinNodes>;
  beforeAll(async () => {
    paying = await PayingPool.start(postgresServer ?? '', async (nodes, folder) => {
      const asset = await paidLitecoin(nodes, folder, { sweepTo: [cold] });
      const float = { coin: 'LTC', target: 0.01, ceiling: 5, cold };
      return { ...asset, paid: { ...asset.paid, floats: [float] } };
    });
    await paying.rehearsed.database.query('UPDATE miners SET auto_pay = false');
    await paying.earn();
  }, 600_000);
  afterAll(async () => {
    await paying?.close();
  });

  const openlode = (...args: readonly string[]): Promise<CommandResult> => paying.rehearsed.command(...args);
  const sweeps = async (): Promise<readonly { state: string; txid: string; amount: string }[]> =>
    JSON.parse((await openlode('treasury', 'sweeps', '--json')).out);
  const arrived = async (): Promise<number> => {
    const found = await paying.nodes.two.ask<{ total_amount: number }>('scantxoutset', 'start', [
      `addr(${cold})`,
    ]);
    return found.total_amount;
  };

  it('brings what the pool has earned, and nothing that miners are owed, to the cold address', async () => {
    const asked = await openlode('treasury', 'sweep', 'LTC', '--amount', '1000', '--reason', 'all', '--yes');
    expect(asked).toMatchObject({ code: 2, out: expect.stringMatching(/at most may leave, because /) });
    const plan = await openlode('treasury', 'sweep-plan', 'LTC');
    expect(plan.out).toMatch(
      /^send 0\.\d+ LTC to ltc1qpyysjzgfpyysjzgfpyysjzgfpyysjzgf0asqjy, the cold address/,
    );
    // There is no terminal that could agree.
    expect(await openlode('treasury', 'sweep', 'LTC', '--reason', 'too much')).toMatchObject({
      code: 2,
      out: '',
    });
    expect(await sweeps()).toEqual([]);
    const done = await openlode('treasury', 'sweep', 'LTC', '--reason', 'too much', '--yes');
    expect(done).toMatchObject({ code: 0, out: expect.stringMatching(/^Sweep 1: 0\.\d+ leave to ltc1q/) });
    const again = await openlode('treasury', 'sweep', 'LTC', '--reason', 'too much', '--yes');
    expect(again).toMatchObject({
      code: 2,
      out: expect.stringContaining('sweep 1 from this wallet is not over'),
    });
    const { pool } = paying.rehearsed;
    for (let turn = 0; turn < 60 && (await sweeps())[0]?.state !== 'final'; turn += 1) {
      const control = await pool.connectControl();
      await control.advance(16_000);
      await control.close();
      await paying.bury(1);
      await sleep(500);
    }
    const [sweep] = await sweeps();
    expect(sweep).toMatchObject({ state: 'final' });
    expect(await arrived()).toBe(Number(sweep?.amount));
    const shown = JSON.parse((await openlode('treasury', 'show', '--json')).out);
    expect(shown).toContainEqual(
      expect.objectContaining({ asset: 'LTC', cold: `-${sweep?.amount}`, missing: null }),
    );
    expect((await openlode('payouts', 'compare')).code).toBe(0);
    expect((await openlode('audit')).code).toBe(0);
    expect(await openlode('suspensions', 'list')).toMatchObject({ code: 0 });
    expect(
      await paying.rehearsed.database.query('SELECT 1 FROM payout_suspensions WHERE lifted_at IS NULL'),
    ).toEqual([]);
  }, 600_000);
});
