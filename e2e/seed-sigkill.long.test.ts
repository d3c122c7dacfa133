import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { PoolProcess } from '../testing/pool-process.ts';

/** After the database is open, so in the middle of the history. */
const killAfterMs = [150, 1000];

/** Their workers are gone before the pool opens, so nothing is added to what the history gave them. */
const retired = [
  { coin: 'FTM', address: '0xb0847D84684667Fa1f716c9a955A5448B054eA05' },
  { coin: 'OMG', address: '0x12a63935DDBAbfa5A06Ff23649B3409F6a589B39' },
  { coin: 'BONK', address: 'GjJyeC1r2RgkuoCWMyPYkCWSGSGLcz266EaAkLA27AhL' },
] as const;

const pools: PoolProcess[] = [];
afterAll(() => Promise.all(pools.map((pool) => pool.close())));

async function startPool(env: Record<string, string>): Promise<PoolProcess> {
  const pool = await PoolProcess.start({ env });
  pools.push(pool);
  return pool;
}

async function balances(pool: PoolProcess): Promise<string[]> {
  return Promise.all(
    retired.map(async ({ coin, address }) => {
      const answer = await fetch(`${pool.url}/api/v5/address/${address}?coin=${coin}`);
      const { data } = (await answer.json()) as { data: { balance: string } };
      return data.balance;
    }),
  );
}

it('has the same whole history, and a sound ledger, after kills in the middle of writing it', async () => {
  const env: Record<string, string> = { OPENLODE_SEED: 'none' };
  const pool = await startPool(env);
  await pool.kill();
  env['OPENLODE_SEED'] = 'openlode';
  for (const delay of killAfterMs) {
    const linesBefore = pool.logs.length;
    const starting = pool.restart().catch((error: unknown) => error);
    while (!pool.logs.slice(linesBefore).some((line) => line.includes('the database is open')))
      await sleep(5);
    await sleep(delay);
    await pool.kill('SIGKILL');
    expect(await starting).toBeInstanceOf(Error);
    expect(pool.logs.slice(linesBefore).join('\n')).not.toContain('the demo fleet is ready');
  }
  await pool.restart();
  expect(pool.logs.some((line) => line.includes('"history":"seeded"'))).toBe(true);

  const control = await pool.connectControl();
  expect((await control.ledger())['sound']).toBe(true);
  await control.close();
  const found = await balances(pool);
  expect(found.every((amount) => Number(amount) > 0)).toBe(true);
  expect(found).toEqual(await balances(await startPool({ OPENLODE_SEED: 'openlode' })));
}, 120_000);
