import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HashingMiner } from '../testing/hashing-miner.ts';
import { PoolProcess } from '../testing/pool-process.ts';

const tlsAbove = 1000;

/** A share takes seconds of JavaScript, a minute on a slow machine that is shared, and chance takes many times that now and then. */
const waitLimitMs = 400_000;

/** A share of the job before a block may still be on its way when it is found, which is no fault. */
const staleCode = 21;

const isLong = process.env['TEST_LONG'] === '1';
const itLong = it.runIf(isLong);

describe('a pool that mines more than one algorithm', () => {
  let pool: PoolProcess;
  beforeAll(async () => {
    pool = await PoolProcess.start();
  });
  afterAll(() => pool.close());

  for (const [algorithm, ways] of [
    ['sha256', ['in the clear', 'through TLS']],
    ['scrypt', ['through TLS']],
    ['kheavyhash', ['through TLS']],
    ...(isLong ? ([['ghostrider', ['in the clear']]] as const) : []),
  ] as const) {
    it(`proves and counts ${algorithm} ${ways.join(' and ')}`, async () => {
      const port = pool.stratumPort(algorithm);
      const user = `LTC:ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9.${algorithm}`;
      const secured = { port: port + tlsAbove, ca: await pool.certificate() };
      for (const way of ways) {
        const to = way === 'through TLS' ? secured : { port };
        const miner = await HashingMiner.start({ algorithm, user, ...to });
        await miner.whenAcked(1, waitLimitMs);
        await miner.stop();
        expect(miner.rejected.filter(({ code }) => code !== staleCode)).toEqual([]);
      }
    }, 900_000);
  }

  it('shows exactly the ports that listen [rule-09]', async () => {
    const answer = await fetch(`${pool.url}/api/v5/algorithm`);
    const { data } = (await answer.json()) as {
      data: { code: string; globalServer: Record<string, unknown>; work: string }[];
    };
    const first = pool.stratumPort('scrypt');
    expect(data.find(({ code }) => code === 'scrypt')).toMatchObject({
      work: 'verified',
      globalServer: {
        defaultPort: first,
        sslPorts: [first + tlsAbove],
        highDiffPorts: [
          { port: first + 1, ssl: false },
          { port: first + 1001, ssl: true },
        ],
        extraPorts: [
          { name: 'Low difficulty', ports: [{ number: first + 2 }, { number: first + 1002 }] },
          { name: 'Proxy', ports: [{ number: first + 3 }, { number: first + 1003 }] },
        ],
      },
    });
    // All are mined for real but RandomX on a machine without its library, which has no ports then.
    expect(data.filter(({ work }) => work !== 'verified').every(({ code }) => code === 'randomx')).toBe(true);
    for (const { work, globalServer } of data)
      expect(Array.isArray(globalServer['sslPorts']) && globalServer['sslPorts'].length > 0).toBe(
        work === 'verified',
      );
  });

  // The suites of the algorithms find such blocks without a process.
  itLong(
    'finds a scrypt block in the clear that pays three coins',
    async () => {
      const user = 'DOGE:DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU.merged';
      const miner = await HashingMiner.start({ algorithm: 'scrypt', port: pool.stratumPort('scrypt'), user });
      const control = await pool.connectControl();
      await control.mineBlock('scrypt');
      const looked = await fetch(`${pool.url}/api/v5/address/DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU?coin=DOGE`);
      const { data: account } = (await looked.json()) as { data: { uuid: string } };
      const readEvents = async (): Promise<string> =>
        await (await fetch(`${pool.url}/api/v5/account/${account.uuid}/events`)).text();
      const deadline = Date.now() + waitLimitMs;
      while (!(await readEvents()).includes('"BELLS"') && Date.now() < deadline) {
        await new Promise((resolve) => {
          setTimeout(resolve, 500);
        });
        await control.advance(11_000);
      }
      const events = await readEvents();
      for (const [coin, amount] of [
        ['LTC', '0.05'],
        ['DOGE', '10'],
        ['BELLS', '1'],
      ]) {
        expect(events).toContain(`"reward":{"coin":"${coin}","amount":"${amount}"}`);
      }
      await miner.stop();
      expect(miner.rejected.filter(({ code }) => code !== staleCode)).toEqual([]);
      await control.close();
    },
    440_000,
  );

  itLong(
    'credits a kHeavyHash block to a Kaspa address',
    async () => {
      const address = 'kaspa:qpkzst9yfzcvdfdymkdt69gt7rm3r2ztcjrarl0ss09jcgxzpjvkxz28m25kk';
      const port = pool.stratumPort('kheavyhash');
      const miner = await HashingMiner.start({ algorithm: 'kheavyhash', port, user: `KAS:${address}.rig1` });
      const control = await pool.connectControl();
      await control.mineBlock('kheavyhash');
      const looked = await fetch(`${pool.url}/api/v5/address/${address}?coin=KAS`);
      const { data: account } = (await looked.json()) as { data: { uuid: string } };
      const readEvents = async (): Promise<string> =>
        await (await fetch(`${pool.url}/api/v5/account/${account.uuid}/events`)).text();
      const reward = '"reward":{"coin":"KAS","amount":"80"}';
      const deadline = Date.now() + waitLimitMs;
      while (!(await readEvents()).includes(reward) && Date.now() < deadline) {
        await new Promise((resolve) => {
          setTimeout(resolve, 500);
        });
        await control.advance(11_000);
      }
      expect(await readEvents()).toContain(reward);
      await miner.stop();
      expect(miner.rejected.filter(({ code }) => code !== staleCode)).toEqual([]);
      await control.close();
    },
    440_000,
  );
});
