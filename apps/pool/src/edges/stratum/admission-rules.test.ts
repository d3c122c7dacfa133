import { findCoin } from '@openlode/catalogue/coins';
import { allFamilies } from '@openlode/mining/families/all-families';
import { parseUserString } from '@openlode/mining/user-string';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LoginRefusal } from '@openlode/stratum/core/session-state';
import { startTestPool, type TestPool, until } from './testing/listener-kit.ts';
import { StratumClient } from './testing/stratum-client.ts';

const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

describe('the admission rules of a login', () => {
  let pool: TestPool;
  const refused: [string, string][] = [];
  const expelled = new Map<string, LoginRefusal>();
  beforeEach(async () => {
    pool = await startTestPool({
      login: (text) => parseUserString(text, { findCoin, validators: allFamilies }),
      expelled: ({ coin }) => expelled.get(coin),
      onRefusedLogin: (text, refusal) => refused.push([text, refusal.kind]),
    });
  });
  afterEach(() => pool.close());

  it('count work for coin, address, worker and code of the user string [rule-01]', async () => {
    for (const [index, user] of [
      `BTC:${address}.rig-1#AbCd-1234`,
      `btc:${address}.rig-2?ref=AbCd-1234`,
    ].entries()) {
      const client = await StratumClient.open(pool.listener.port);
      const [, authorized, , job] = await client.login(user);
      expect(authorized?.result).toBe(true);
      const time = Number.parseInt(String(job?.params?.[7]), 16);
      const before = pool.results.length;
      for (let nonce = 0; !pool.results.slice(before).includes('accepted'); nonce++) {
        await client.submit({ job: '1', time, nonce, user });
      }
      await pool.accumulator.flush();
      expect(pool.batches.flatMap((batch) => batch.lines)[index]).toMatchObject({
        miner: { coin: 'BTC', network: 'BTC', address, memo: null },
        worker: `rig-${index + 1}`,
        referralCode: 'AbCd-1234',
      });
    }
  });

  it('end the sessions of miners that the operator does not serve any more, with the reason, and no others [rule-07] [rule-08]', async () => {
    const [gone, stays] = [
      await StratumClient.open(pool.listener.port),
      await StratumClient.open(pool.listener.port),
    ];
    await gone.login(`BTC:${address}.rig-1`);
    await stays.login('LTC:ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9.rig-1');
    expelled.set('BTC', { kind: 'delisted-coin', coin: 'BTC' });
    expect((await gone.next()).params).toEqual(['BTC is not paid for new work any more']);
    await gone.closed;
    await until(() => pool.listener.connections() === 1);
    expelled.clear();
    await stays.close();
  });

  it('refuse a coin that is not paid any more, with the reason, and close', async () => {
    const client = await StratumClient.open(pool.listener.port);
    client.say('mining.authorize', ['FTM:0x32211Eda9E8d538cAff4E619d0674f30DFb72bB5.rig1', 'x']);
    expect((await client.next()).params).toEqual(['FTM is not paid for new work any more']);
    expect((await client.next()).error).toEqual([24, 'FTM is not paid for new work any more', null]);
    await client.closed;
    expect(refused).toEqual([['FTM:0x32211Eda9E8d538cAff4E619d0674f30DFb72bB5.rig1', 'delisted-coin']]);
    await until(() => pool.listener.connections() === 0);
  });
});
