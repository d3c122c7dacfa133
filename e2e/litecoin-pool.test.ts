import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasLitecoind, LitecoinNodes } from '../testing/litecoin-nodes.ts';
import { RehearsedPool } from '../testing/rehearsed-pool.ts';
import { postgresServer } from '../testing/scratch-postgres.ts';

const isPossible = hasLitecoind && postgresServer !== undefined;
if (!isPossible)
  console.warn(
    'e2e/litecoin-pool.test.ts is skipped: it needs litecoind (apt-get install litecoind) and DATABASE_URL',
  );

describe.skipIf(!isPossible)('a pool on a test network of Litecoin', () => {
  let litecoin: RehearsedPool;
  beforeAll(async () => {
    litecoin = await RehearsedPool.start(postgresServer ?? '', await LitecoinNodes.start(1));
  });
  afterAll(async () => {
    await litecoin?.close();
  });

  it('says test network on its pages', async () => {
    const page = await (await fetch(`${litecoin.pool.url}/`)).text();
    expect(page).toContain('<strong>Test network.</strong>');
    expect(page).not.toContain('Sandbox pool.');
    expect(page).toContain('"testNetwork":true');
    // Its file names no other chain beside Litecoin's.
    const coin = await (await fetch(`${litecoin.pool.url}/?coin=LTC&algorithm=scrypt`)).text();
    expect(coin).toContain('Scrypt');
    expect(coin).not.toContain('are mined together');
  });

  it('mines a block that the nodes take, and credits it once it is mature by the word of both', async () => {
    const { nodes } = litecoin;
    const [hash] = await litecoin.mine();
    // A share is acknowledged once it is on disk, before a node has its block; and a block is accepted once one node has it.
    await litecoin.untilRounds(([round]) => round?.hash === hash && round?.state === 'accepted');
    await nodes.mine(0);
    const { tx } = await nodes.one.ask<{ tx: { vout: { scriptPubKey: { addresses?: string[] } }[] }[] }>(
      'getblock',
      hash,
      2,
    );
    expect(tx[0]?.vout[0]?.scriptPubKey.addresses).toEqual([litecoin.address]);
    await nodes.mine(99);
    await litecoin.letVerdictsStand();
    expect((await litecoin.rounds())[0]?.state).toBe('accepted');
    await nodes.mine(1);
    expect((await litecoin.settle())[0]?.state).toBe('credited');
    const lines = await litecoin.database.query('SELECT asset, amount::text FROM reward_lines');
    expect(lines[0]).toEqual({ asset: 'LTC', amount: '50000000000000000000' });
  });

  it('pays nothing, and says why', async () => {
    const suspended = () =>
      litecoin.database.query(
        'SELECT network, reason, detail FROM payout_suspensions WHERE lifted_at IS NULL',
      );
    await vi.waitFor(async () =>
      expect(await suspended()).toContainEqual({
        network: '*',
        reason: 'wallet-unreachable',
        detail: 'the wallet cannot be asked: the settings name no rail for LTC on nodes: nothing is paid',
      }),
    );
    expect(await litecoin.database.query('SELECT id FROM payouts')).toEqual([]);
  });
});
