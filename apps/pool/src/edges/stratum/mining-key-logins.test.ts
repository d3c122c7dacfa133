import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minerUuid } from '../../domain/miners/miner-uuid.ts';
import { type KeyOwner, miningKeyLogins } from './mining-key-logins.ts';
import { until } from './testing/listener-kit.ts';
import { readCatalogueLogin } from './testing/read-catalogue-login.ts';
import { findShare, Stranger } from './testing/stranger.ts';
import { StratumClient } from './testing/stratum-client.ts';
import { startWholePool, type WholePool } from '../../testing/whole-pool.ts';

const key = 'K-ABCDEFGHIJKLMNOP2345';
const owner: KeyOwner = { coin: 'XRP', network: 'XRP', address: 'rExample', memo: '12345' };

describe('miningKeyLogins', () => {
  let now = 0;
  let asked: string[] = [];
  const open = (found: KeyOwner | undefined) => {
    now = 1_000_000;
    asked = [];
    return miningKeyLogins({
      readLogin: readCatalogueLogin,
      isDelisted: (coin) => coin === 'DOGE',
      findOwner: async (wanted) => {
        asked.push(wanted);
        return found;
      },
      clock: { now: () => now },
    });
  };

  it('mines for coin, address and memo of the key, with the worker and code of the login [rule-01]', async () => {
    const logins = open(owner);
    expect(logins.login(`${key}.rig1`).kind).toBe('mining-key');
    await logins.prepare(`${key.toLowerCase()}.rig1#abcd-1234`);
    expect(asked).toEqual([key]);
    expect(logins.login(`${key.toLowerCase()}.rig1#abcd-1234`)).toEqual({
      kind: 'login',
      login: { ...owner, worker: 'rig1', referralCode: 'abcd-1234' },
    });
  });

  it('asks once a minute for a key, found or not, and never for a login with a coin', async () => {
    for (const found of [owner, undefined]) {
      const logins = open(found);
      await logins.prepare(key);
      expect(logins.prepare(key)).toBeUndefined();
      now += 60_000;
      await logins.prepare(key);
      expect(asked).toHaveLength(2);
    }
    const logins = open(owner);
    expect(logins.prepare('DOGE:DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU.rig1')).toBeUndefined();
    expect(logins.prepare('nonsense')).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it('refuses the key of a coin that the pool has delisted since, and an unknown one', async () => {
    const delisted = open({ ...owner, coin: 'DOGE' });
    await delisted.prepare(key);
    expect(delisted.login(key)).toEqual({ kind: 'delisted-coin', coin: 'DOGE' });
    const unknown = open(undefined);
    await unknown.prepare(key);
    expect(unknown.login(key).kind).toBe('mining-key');
  });

  it('forgets the oldest of ten thousand keys, so that guesses fill no memory', async () => {
    const logins = open(undefined);
    const guess = (number: number): string => {
      const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
      const tail = [2, 1, 0].map((place) => letters.charAt(Math.floor(number / 32 ** place) % 32)).join('');
      return `K-AAAAAAAAAAAAAAAAA${tail}`;
    };
    for (let number = 0; number <= 10_000; number += 1) await logins.prepare(guess(number));
    expect(logins.prepare(guess(1))).toBeUndefined();
    expect(logins.prepare(guess(0))).toBeDefined();
  });
});

describe('a miner with a Mining Key', () => {
  const doge = 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU';
  let pool: WholePool;
  beforeAll(async () => {
    pool = await startWholePool();
  }, 120_000);
  afterAll(() => pool.close());

  async function mine(user: string): Promise<void> {
    const miner = new Stranger(pool.mining.listener.port);
    await until(() => !miner.socket.connecting);
    await miner.subscribe();
    await miner.ask('mining.authorize', [user, 'x'], 2);
    await miner.ask('mining.submit', findShare(pool.mining, miner, user));
    await pool.mining.accumulator.flush();
    miner.socket.destroy();
  }

  it('mines to the address whose page shows the key; an unknown key is refused [acct-05]', async () => {
    await mine(`DOGE:${doge}.rig-1`);
    const found = JSON.parse(await pool.read(`/api/v5/address/${doge}?coin=DOGE`)) as {
      data: { mining_key: string };
    };
    expect(found.data.mining_key).toMatch(/^K-[A-Z2-7]{20}$/);
    await mine(`${found.data.mining_key}.rig-2`);
    const uuid = minerUuid(pool.ctx.secret, { coin: 'DOGE', address: doge, memo: null });
    expect(JSON.parse(await pool.read(`/api/v5/account/${uuid}/workers`))).toMatchObject({
      data: { sha256: { workers: [{ name: 'rig-1' }, { name: 'rig-2' }] } },
    });
    expect(await pool.count('miners')).toBe(1);

    const client = await StratumClient.open(pool.mining.listener.port);
    client.say('mining.subscribe', ['test'], 1);
    client.say('mining.authorize', ['K-AAAAAAAAAAAAAAAAAAAA.rig', 'x'], 2);
    await client.next();
    const [, refused] = [await client.next(), await client.next()];
    expect(refused).toMatchObject({ id: 2, error: [24, 'This mining key is not known here', null] });
    await client.closed;
  });

  it('has no key before its first share', async () => {
    const fresh = await pool.read(`/api/v5/address/DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L?coin=DOGE`);
    expect(JSON.parse(fresh)).toMatchObject({ data: { fresh: true, mining_key: null } });
  });
});
