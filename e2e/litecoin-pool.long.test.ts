import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasLitecoind, LitecoinNodes } from '../testing/litecoin-nodes.ts';
import { RehearsedPool } from '../testing/rehearsed-pool.ts';
import { type ActResult, acts, hasHeld, nodesCut, rehearse } from '../testing/rehearsal.ts';
import { postgresServer } from '../testing/scratch-postgres.ts';

const isPossible = hasLitecoind && postgresServer !== undefined;

describe.skipIf(!isPossible)('a pool on a test network of Litecoin, on a bad day', () => {
  let litecoin: RehearsedPool;
  let last: ActResult | undefined;
  beforeAll(async () => {
    const nodes = await LitecoinNodes.start(1);
    await nodes.mineToPresent();
    litecoin = await RehearsedPool.start(postgresServer ?? '', nodes);
  });
  afterAll(async () => {
    await litecoin?.close();
  });

  it.each(acts.map((act) => [act.name, act] as const))(
    'credits what is on the chain, and nothing else: %s',
    { timeout: 600_000 },
    async (_name, act) => {
      const result = await rehearse(litecoin, act, 4);
      last = result;
      expect([result, hasHeld(result)]).toEqual([result, true]);
    },
  );

  it('gives up the block whose branch lost', () => {
    expect(last).toMatchObject({ name: nodesCut.name, orphaned: expect.toSatisfy((count) => count > 0) });
  });

  it('keeps a sandbox away from its database', async () => {
    const { pool } = litecoin;
    await pool.kill('SIGTERM');
    await expect(pool.restart('SIGTERM', { OPENLODE_CONFIG: '' })).rejects.toThrow(
      'this database was made for a regtest pool and can never serve a sandbox one',
    );
  });
});
