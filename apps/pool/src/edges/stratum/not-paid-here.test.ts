import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { miningKeyOf } from '../../domain/miners/mining-key.ts';
import { minerUuid } from '../../domain/miners/miner-uuid.ts';
import { startWholePool, type WholePool } from '../../testing/whole-pool.ts';
import { until } from './testing/listener-kit.ts';
import { findShare, Stranger } from './testing/stranger.ts';
import { StratumClient } from './testing/stratum-client.ts';

const doge = 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU';
const ltc = 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9';
const evm = '0xa7E43b445cF68CAa143a884AF673121447F29EAe';
const onTron = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

/** A pool with wallets for LTC, and for USDT on the BNB Smart Chain, which is not its default network. */
describe('a pool that pays some coins', () => {
  const paid = new Set(['LTC:LTC', 'USDT:BSC']);
  let paysDoge = true;
  let pool: WholePool;
  beforeAll(async () => {
    pool = await startWholePool({
      deployment: {
        paysHere: (coin, network) => paid.has(`${coin}:${network}`) || (paysDoge && coin === 'DOGE'),
      },
    });
    await mine(`DOGE:${doge}.rig1`);
    paysDoge = false;
  }, 120_000);
  afterAll(() => pool.close());

  /** What a refused miner reads, and the method of everything that it is sent. */
  async function refusal(user: string): Promise<string> {
    const client = await StratumClient.open(pool.mining.listener.port);
    client.say('mining.subscribe', ['test'], 1);
    client.say('mining.authorize', [user, 'x'], 2);
    await client.next();
    const [shown, answer] = [await client.next(), await client.next()];
    await client.closed;
    expect([shown.method, answer.result]).toEqual(['client.show_message', null]);
    return String(shown.params?.[0]);
  }

  async function mine(user: string): Promise<void> {
    const miner = new Stranger(pool.mining.listener.port);
    await until(() => !miner.socket.connecting);
    await miner.subscribe();
    await miner.ask('mining.authorize', [user, 'x'], 2);
    await miner.ask('mining.submit', findShare(pool.mining, miner, user));
    await pool.mining.accumulator.flush();
    miner.socket.destroy();
  }

  const call = async (path: string) => (JSON.parse(await pool.read(`/api${path}`)) as { data: never }).data;

  it('refuses the others in words, before any work, and the page of the address says why', async () => {
    const miners = await pool.count('miners');
    expect(
      await refusal(`KAS:kaspa:qpkzst9yfzcvdfdymkdt69gt7rm3r2ztcjrarl0ss09jcgxzpjvkxz28m25kk.rig1`),
    ).toBe('This pool has no wallet that pays KAS: choose another coin');
    expect(await refusal(`USDT:${onTron}.rig1`)).toBe(
      'This pool pays USDT on BNB Smart Chain only: use an address of it',
    );
    expect(await pool.count('miners')).toBe(miners);
    await pool.refreshAdmission();
    expect(await call(`/v5/address/${onTron}/refusals?coin=USDT`)).toMatchObject({
      list: [{ reason: 'not-paid-here', times: 1 }],
    });
  });

  it('takes an address for the network that it pays, where it is valid on several', async () => {
    await mine(`USDT:${evm}.rig1`);
    expect(await call(`/v5/address/${evm}?coin=USDT`)).toMatchObject({
      network: 'BSC',
      fresh: false,
      paid_here: true,
    });
    // The same for one that was never seen.
    expect(await call(`/v5/address/${evm}?coin=ETH`)).toMatchObject({ network: 'ETH', paid_here: false });
    await mine(`LTC:${ltc}.rig1`);
  });

  it('keeps what a miner has of a coin that it pays no more, says so, and lets it in by no name', async () => {
    expect(await refusal(`DOGE:${doge}.rig1`)).toBe(
      'This pool has no wallet that pays DOGE: choose another coin',
    );
    const key = miningKeyOf(minerUuid(pool.ctx.secret, { coin: 'DOGE', address: doge, memo: null }));
    expect(await refusal(`${key}.rig1`)).toBe('This pool has no wallet that pays DOGE: choose another coin');
    expect(await call(`/v5/address/${doge}?coin=DOGE`)).toMatchObject({
      fresh: false,
      paid_here: false,
      delisted_chain: false,
      write_off_at: null,
    });
  });

  it('opens no miner there for a referral code, and estimates nothing', async () => {
    const opened = await fetch(`${pool.url}/api/v5/address/${evm}/code?coin=ETH`, { method: 'POST' });
    expect([opened.status, await opened.json()]).toMatchObject([
      409,
      { message: 'This pool pays no new work in ETH: choose another coin' },
    ]);
    const estimated = await fetch(`${pool.url}/api/v3/calculate/reward`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ algo: 'sha256', coin: 'ETH', mh: 1 }),
    });
    expect([estimated.status, await estimated.json()]).toMatchObject([
      404,
      { message: 'This pool pays no new work in ETH' },
    ]);
  });

  it('lists where each coin is paid', async () => {
    const coin = async (symbol: string) => {
      const { paid_here: isPaid, chains } = (await call(`/v5/coin/${symbol}`)) as {
        paid_here: boolean;
        chains: { network: string; paid_here: boolean }[];
      };
      return [isPaid, ...chains.flatMap(({ network, paid_here: on }) => (on ? [network] : []))];
    };
    expect(await coin('LTC')).toEqual([true, 'LTC']);
    expect(await coin('USDT')).toEqual([true, 'BSC']);
    expect(await coin('KAS')).toEqual([false]);
  });
});
