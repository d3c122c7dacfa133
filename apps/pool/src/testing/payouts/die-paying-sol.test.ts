import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasLitesvm, litesvmMissing } from '../../../../../testing/litesvm-library.ts';
import { createTestContext, type TestContext } from '../../domain/testing/create-test-context.ts';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { diePayingSol } from './die-paying-sol.ts';

describe.skipIf(!hasLitesvm).each(oneEngine())(
  `a process that dies while it pays SOL, on %s${hasLitesvm ? '' : `: ${litesvmMissing}`}`,
  (engine) => {
    let ctx: TestContext;
    beforeAll(async () => {
      ctx = await createTestContext(engine);
    });
    afterAll(() => ctx.close());

    it('pays once only where the database was set back behind what left (at every step: die-paying-sol.long.test.ts)', async () => {
      const life = await diePayingSol(ctx, { taken: 'now', isAnswered: true }, undefined, true);
      expect(life).toMatchObject({ paid: 1n, back: 0n, transactions: 1 });
    });
  },
);
