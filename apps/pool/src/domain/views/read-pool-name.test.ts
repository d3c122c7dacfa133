import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { claimDatabase } from '../operations/claim-database.ts';
import { readPoolName } from './read-pool-name.ts';
import { simulatedKind } from '../kernel/pool-kind.ts';

describe.each(oneEngine())('readPoolName on %s', (engine) => {
  let contexts: TestContext[];
  beforeAll(async () => {
    // Begun at the same moment: only the databases are different.
    contexts = await Promise.all([createTestContext(engine), createTestContext(engine)]);
    for (const ctx of contexts) await claimDatabase(ctx, simulatedKind);
  });
  afterAll(() => Promise.all(contexts.map((ctx) => ctx.close())));

  it('names a database the same to everybody who asks', async () => {
    const [ctx] = contexts;
    if (ctx === undefined) throw new Error('there is no database');
    const name = await readPoolName(ctx);
    expect(name).toMatch(/^[0-9a-f]{16}$/);
    expect(await readPoolName(ctx)).toBe(name);
  });

  // Embedded ones may be copies of one directory; no two processes share one.
  it.skipIf(engine === 'pglite')('names two on one server differently', async () => {
    const [one, other] = await Promise.all(contexts.map(readPoolName));
    expect(one).not.toBe(other);
  });
});
