import { expect, it } from 'vitest';
import { createTestContext } from '../domain/testing/create-test-context.ts';
import { createPoolMetrics } from '../edges/metrics/pool-metrics.ts';
import type { Database } from '../runtime/database/database.ts';
import { heldBack } from './held-back.ts';
import { minedAlgorithms } from './mined-algorithms.ts';
import { observe } from './open-ops.ts';

it('asks once a scrape how places stand, and what each coin has open', async () => {
  const base = await createTestContext('pglite');
  const asked: string[] = [];
  const db: Database = {
    ...base.db,
    query: (statement) => {
      asked.push(statement.sql);
      return base.db.query(statement);
    },
  };
  const ctx = { ...base, db };
  const metrics = createPoolMetrics({ version: '0.1.0', node: 'v20.19.0' });
  observe(
    { dataDirectory: '.', certificateExpiresAt: () => 0, clockSkewMs: () => undefined },
    {
      ctx,
      metrics,
      payoutBlockReason: () => undefined,
      live: { gateway: undefined, relay: undefined, publisher: ctx.publisher },
      mined: minedAlgorithms([], ctx),
      audit: undefined,
      floats: undefined,
      health: {
        version: '0.1.0',
        checks: [{ name: 'database', run: () => undefined }],
        problems: () => [],
        suspended: () => heldBack(ctx),
      },
      http: undefined,
      relayed: {},
    },
  );
  expect(await metrics.text()).toContain('openlode_health_check{check="database"} 1');
  const timesOf = (part: string): number => asked.filter((text) => text.includes(part)).length;
  expect([timesOf('asked_at AS "askedAt" FROM places'), timesOf('HAVING sum(amount) <> 0')]).toEqual([1, 1]);
  await base.close();
});
