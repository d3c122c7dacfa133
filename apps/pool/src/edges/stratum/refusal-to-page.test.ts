import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minerUuid } from '../../domain/miners/miner-uuid.ts';
import { flagExchangeAddress, unflagExchangeAddress } from '../../domain/miners/exchange-addresses.ts';
import { restrictMiner } from '../../domain/miners/restricted-addresses.ts';
import { startTime, until } from './testing/listener-kit.ts';
import { findShare, Stranger } from './testing/stranger.ts';
import { StratumClient } from './testing/stratum-client.ts';
import { startWholePool, type WholePool } from '../../testing/whole-pool.ts';

const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const doge = 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU';
const exchange = 'rNxp4h8apvRis6mJf9Sh8C6iRxfrDWN7AV';
const plenty = { perSecond: 1000, burst: 1000 };

/** From a login at the listener to what the database holds and the calls answer. */
describe('a refused login', () => {
  let pool: WholePool;
  beforeAll(async () => {
    pool = await startWholePool({
      gateLimits: { rates: { login: plenty, submit: plenty, other: plenty } },
      proxyPort: 4445,
    });
  }, 120_000);
  afterAll(() => pool.close());

  /** What a refused miner reads, before the connection is closed. */
  async function refusal(user: string): Promise<string> {
    const client = await StratumClient.open(pool.mining.listener.port);
    client.say('mining.subscribe', ['test'], 1);
    client.say('mining.authorize', [user, 'x'], 2);
    await client.next();
    const [shown, answer] = [await client.next(), await client.next()];
    await client.closed;
    expect(shown.method).toBe('client.show_message');
    expect(answer).toMatchObject({ id: 2, result: null });
    expect(answer.error).toEqual([24, shown.params?.[0], null]);
    return String(shown.params?.[0]);
  }

  /** The reasons that the calls answer for an address. */
  async function reasons(coin: string, of: string): Promise<string[]> {
    await pool.refreshAdmission();
    const text = await pool.read(`/api/v5/address/${encodeURIComponent(of)}/refusals?coin=${coin}`);
    const { data } = JSON.parse(text) as { data: { list: { reason: string }[] } };
    return data.list.map(({ reason }) => reason);
  }

  async function mine(user: string, shares = 1): Promise<Stranger> {
    const miner = new Stranger(pool.mining.listener.port);
    await until(() => !miner.socket.connecting);
    await miner.subscribe();
    await miner.ask('mining.authorize', [user, 'x'], 2);
    for (let count = 0; count < shares; count++) {
      await miner.ask('mining.submit', findShare(pool.mining, miner, user));
    }
    await pool.mining.accumulator.flush();
    return miner;
  }

  it('opens one account for coin, address and memo, with worker and code beside it [rule-01]', async () => {
    for (const user of [`DOGE:${doge}.rig-1#abcd-1234`, `doge:${doge}.rig-2?ref=abcd-1234`]) {
      (await mine(user)).socket.destroy();
    }
    const uuid = minerUuid(pool.ctx.secret, { coin: 'DOGE', address: doge, memo: null });
    const workers = await pool.read(`/api/v5/account/${uuid}/workers`);
    expect(JSON.parse(workers)).toMatchObject({
      data: {
        sha256: {
          workers: [
            { name: 'rig-1', online: true, referral: 'abcd-1234' },
            { name: 'rig-2', online: true, referral: 'abcd-1234' },
          ],
        },
      },
    });
    expect(await pool.count('miners')).toBe(1);
  });

  it('refuses an exchange that the operator flagged without its memo, says so, and the calls say why; with the memo it mines [rule-04]', async () => {
    (await mine(`XRP:${exchange}.rig1`)).socket.destroy();
    await flagExchangeAddress(pool.ctx, { coin: 'XRP', address: exchange, exchange: 'An exchange' });
    await pool.refreshAdmission();
    expect(await refusal(`XRP:${exchange}.rig1`)).toBe(
      'This XRP address belongs to an exchange and needs a memo: XRP:ADDRESS:MEMO.WORKER',
    );
    expect(await reasons('XRP', exchange)).toEqual(['memo-missing']);
    const miners = await pool.count('miners');
    (await mine(`XRP:${exchange}:123456.rig1`)).socket.destroy();
    expect(await pool.count('miners')).toBe(miners + 1);
    await unflagExchangeAddress(pool.ctx, { coin: 'XRP', address: exchange });
    await pool.refreshAdmission();
    (await mine(`XRP:${exchange}.rig1`)).socket.destroy();
  });

  it('refuses a miner that the operator restricted, from the table on [rule-07]', async () => {
    (await mine(`BTC:${address}.rig1`)).socket.destroy();
    await restrictMiner(pool.ctx, { coin: 'BTC', address }, 'a botnet');
    await pool.refreshAdmission();
    // Any spelling of the coin, any worker.
    expect(await refusal(`btc:${address}.rig2`)).toBe(
      'This address is restricted on this pool: ask its operator',
    );
    expect(await reasons('BTC', address)).toEqual(['restricted']);
    (await mine(`DOGE:${doge}.rig1`)).socket.destroy();
  });

  it('takes a hundred connections of a miner that mine and sends those after to the proxy port [rule-07]', async () => {
    const user = 'BTC:1PRuxNSZwUXym6A31kmrArdT2BGJiTna19.rig1';
    const miners: Stranger[] = [];
    for (let count = 0; count < 100; count++) miners.push(await mine(user));
    expect(await refusal(user)).toBe('More than 100 connections of one account: use a proxy (port 4445)');
    for (const miner of miners) miner.socket.destroy();
  });

  it('credits a delisted coin nothing: its miners are refused, nothing of theirs reaches the database [rule-08]', async () => {
    const miners = await pool.count('miners');
    const ftm = '0x32211Eda9E8d538cAff4E619d0674f30DFb72bB5';
    const miner = await mine(`FTM:${ftm}.rig1`, 3);
    await until(() => miner.isClosed);
    expect(miner.lines.some(({ result, id }) => id === 4 && result === true)).toBe(false);
    expect(await reasons('FTM', ftm)).toEqual(['delisted-coin']);
    expect(await pool.count('miners')).toBe(miners);
    await pool.creditABlock({ coin: 'DOGE', network: 'DOGE', address: doge, memo: null });
    const uuid = minerUuid(pool.ctx.secret, { coin: 'FTM', address: ftm, memo: null });
    expect(JSON.parse(await pool.read(`/api/v5/account/${uuid}/stats`))).toMatchObject({
      data: { balance: '0' },
    });
  });

  it('counts what became of shares where their miner reads it', async () => {
    const user = `DOGE:${doge}.rejected`;
    const miner = await mine(user, 2);
    const share = findShare(pool.mining, miner, user);
    await miner.ask('mining.submit', share);
    await miner.ask('mining.submit', share);
    await miner.ask('mining.submit', findShare(pool.mining, miner, user, 'none'));
    await miner.ask('mining.submit', [user, 'gone', '00000000', startTime.toString(16), '00000000']);
    await miner.ask('mining.submit', [user, '1', 'zz', startTime.toString(16), '00000000']);
    await pool.mining.accumulator.flush();
    const uuid = minerUuid(pool.ctx.secret, { coin: 'DOGE', address: doge, memo: null });
    const { data } = JSON.parse(await pool.read(`/api/v5/account/${uuid}/rejects`)) as {
      data: { list: { name: string; hour: unknown }[] };
    };
    expect(data.list.find(({ name }) => name === 'rejected')?.hour).toEqual({
      accepted: 3,
      rejected: { stale: 1, duplicate: 1, low_difficulty: 1, malformed: 1 },
    });
    miner.socket.destroy();
  });
});
