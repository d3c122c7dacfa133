import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasLitesvm, litesvmMissing } from '../../../../../testing/litesvm-library.ts';
import { createTestContext, type TestContext } from '../../domain/testing/create-test-context.ts';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { diePayingSol, type SendFate } from './die-paying-sol.ts';

const fates: readonly SendFate[] = (['now', 'never', 'given-up'] as const).flatMap((taken) =>
  [true, false].map((isAnswered) => ({ taken, isAnswered })),
);

describe.skipIf(!hasLitesvm).each(testEngines())(
  `a process that dies at each of its writes and calls while it pays SOL, on %s${hasLitesvm ? '' : `: ${litesvmMissing}`}`,
  (engine) => {
    let ctx: TestContext;
    beforeAll(async () => {
      ctx = await createTestContext(engine);
    });
    afterAll(() => ctx.close());

    it.each(fates)('pays once: $taken, answered $isAnswered', { timeout: 600_000 }, async (fate) => {
      const { steps, isGivenUp } = await diePayingSol(ctx, fate);
      expect(steps).toBeGreaterThan(10);
      expect(isGivenUp).toBe(fate.taken === 'given-up');
      for (let dieAt = 1; dieAt <= steps; dieAt += 1)
        expect({ dieAt, ...(await diePayingSol(ctx, fate, dieAt)) }).toMatchObject({
          dieAt,
          state: 'settled',
          paid: 1n,
          back: 0n,
          suspended: [],
        });
    });

    it.each(fates)(
      'pays at most once where its database and journal are older than what left: $taken, answered $isAnswered',
      { timeout: 600_000 },
      async (fate) => {
        const { steps } = await diePayingSol(ctx, fate);
        for (let dieAt = 1; dieAt <= steps; dieAt += 1) {
          const life = await diePayingSol(ctx, fate, dieAt, true);
          // What is in a block and not in the database stops payouts until an operator has said what it is.
          const isStopped = life.state === 'reserved' && life.suspended.length > 0;
          expect({
            dieAt,
            paid: life.paid,
            back: life.back,
            isOver: life.state === 'settled' || isStopped,
          }).toEqual({
            dieAt,
            paid: 1n,
            back: 0n,
            isOver: true,
          });
        }
      },
    );
  },
);
