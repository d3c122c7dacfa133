import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWholePool, type WholePool } from '../../testing/whole-pool.ts';
import { notPaidWords } from '../present/not-paid-words.ts';
import { StratumClient } from './testing/stratum-client.ts';

const evm = '0xa7E43b445cF68CAa143a884AF673121447F29EAe';
const why =
  'This pool has no way to come by Chainlink: it does not mine it, keeps no stock of it, and buys it nowhere.';

/** A pool with rails for every coin, and no way to come by LINK. */
describe('a pool that pays a coin and has no way to come by it', () => {
  let pool: WholePool;
  beforeAll(async () => {
    pool = await startWholePool({
      deployment: {
        paysHere: (coin) => coin !== 'LINK',
        isObtained: (coin) => coin !== 'LINK',
        notPaidWhy: (coin) => (coin === 'LINK' ? notPaidWords('no-way', coin) : undefined),
      },
    });
  }, 120_000);
  afterAll(() => pool.close());

  const call = async (path: string) => (JSON.parse(await pool.read(`/api${path}`)) as { data: never }).data;

  it('refuses a login for it with these words and a code of its own', async () => {
    const client = await StratumClient.open(pool.mining.listener.port);
    client.say('mining.subscribe', ['test'], 1);
    client.say('mining.authorize', [`LINK:${evm}.rig1`, 'x'], 2);
    await client.next();
    const [shown, answer] = [await client.next(), await client.next()];
    await client.closed;
    expect([shown.params?.[0], answer.result]).toEqual([
      'This pool has no way to come by LINK, as its page says: choose another coin',
      null,
    ]);
    await pool.refreshAdmission();
    expect(await call(`/v5/address/${evm}/refusals?coin=LINK`)).toMatchObject({
      list: [{ reason: 'not-obtained', times: 1 }],
    });
  });

  it('says why on the coin, and of an address that what it has is still paid', async () => {
    expect(await call('/v5/coin/LINK')).toMatchObject({ paid_here: false, not_paid_why: why });
    expect(await call('/v5/coin/LTC')).not.toHaveProperty('not_paid_why');
    expect(await call(`/v5/address/${evm}?coin=LINK`)).toMatchObject({
      paid_here: true,
      enabled: true,
      not_paid_why: why,
    });
  });
});

it('names the reasons in words', () => {
  expect(notPaidWords('no-price', 'NEXA')).toBe(
    'This pool has no rate for Nexa: fewer than two of its sources price it, so nothing can be converted to it.',
  );
  expect(notPaidWords('no-rails', 'NEXA')).toBe(
    'This pool pays out nothing: its settings name no wallet. What is mined is credited, and kept.',
  );
});
