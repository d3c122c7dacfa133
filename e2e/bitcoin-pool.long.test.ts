import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BcoinNodes, bcoinMissing, hasBcoin } from '../testing/bcoin-nodes.ts';
import { acts, hasHeld, rehearse } from '../testing/rehearsal.ts';
import { RehearsedPool } from '../testing/rehearsed-pool.ts';
import { postgresServer } from '../testing/scratch-postgres.ts';

const isPossible = hasBcoin && postgresServer !== undefined;
if (!isPossible)
  console.warn(
    `e2e/bitcoin-pool.long.test.ts is skipped: ${hasBcoin ? 'DATABASE_URL is not set' : bcoinMissing}`,
  );

describe.skipIf(!isPossible)('a pool on a test network of Bitcoin, on a bad day', () => {
  let bitcoin: RehearsedPool;
  beforeAll(async () => {
    const nodes = await BcoinNodes.start(1);
    await nodes.mineToPresent();
    bitcoin = await RehearsedPool.start(postgresServer ?? '', nodes);
  }, 300_000);
  afterAll(async () => {
    await bitcoin?.close();
  });

  it.each(acts.map((act) => [act.name, act] as const))(
    'credits what is on the chain, and nothing else: %s',
    { timeout: 600_000 },
    async (_name, act) => {
      const result = await rehearse(bitcoin, act, 4);
      expect([result, hasHeld(result)]).toEqual([result, true]);
    },
  );
});
