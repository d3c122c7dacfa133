import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../../domain/testing/create-test-context.ts';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { dieWithdrawing } from './die-withdrawing.ts';
import type { WithdrawalFate } from './exchange-account.ts';

const fates: readonly WithdrawalFate[] = (['now', 'later', 'never'] as const).flatMap((taken) =>
  [true, false].map((isAnswered) => ({ taken, isAnswered })),
);

describe.each(testEngines())(
  'a process that dies at each of its writes and calls while it pays through an exchange, on %s',
  (engine) => {
    let ctx: TestContext;
    beforeAll(async () => {
      ctx = await createTestContext(engine);
    });
    afterAll(() => ctx.close());

    it.each(fates)(
      'pays once, or gives back what never left: $taken, answered $isAnswered',
      {
        timeout: 600_000,
      },
      async (fate) => {
        const { steps } = await dieWithdrawing(ctx, fate);
        expect(steps).toBeGreaterThan(10);
        for (let dieAt = 1; dieAt <= steps; dieAt += 1) {
          const { asked, paid, back, state, isEqual } = await dieWithdrawing(ctx, fate, dieAt);
          expect({ dieAt, isEqual, sum: paid + back }).toEqual({ dieAt, isEqual: true, sum: 50n });
          expect([state, paid]).toEqual(paid === 50n ? ['settled', 50n] : ['released', 0n]);
          expect(asked).toBeLessThanOrEqual(1);
        }
      },
    );
  },
);
