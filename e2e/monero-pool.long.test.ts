import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasMonerod, MoneroNodes } from '../testing/monero-nodes.ts';
import { type ActResult, acts, hasHeld, nodesCut, rehearse } from '../testing/rehearsal.ts';
import { RehearsedPool } from '../testing/rehearsed-pool.ts';
import { postgresServer } from '../testing/scratch-postgres.ts';

const isPossible = hasMonerod && postgresServer !== undefined;

describe.skipIf(!isPossible)('a pool on a test network of Monero, on a bad day', () => {
  let rehearsed: RehearsedPool;
  let last: ActResult | undefined;
  beforeAll(async () => {
    rehearsed = await RehearsedPool.start(postgresServer ?? '', await MoneroNodes.start(1));
  });
  afterAll(async () => {
    await rehearsed?.close();
  });

  it.each(acts.map((act) => [act.name, act] as const))(
    'credits what is on the chain, and nothing else: %s',
    { timeout: 600_000 },
    async (_name, act) => {
      const result = await rehearse(rehearsed, act, 4);
      last = result;
      expect([result, hasHeld(result)]).toEqual([result, true]);
    },
  );

  it('gives up the block whose branch lost', () => {
    expect(last).toMatchObject({ name: nodesCut.name, orphaned: expect.toSatisfy((count) => count > 0) });
  });
});
