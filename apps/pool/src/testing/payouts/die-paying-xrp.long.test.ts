import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../../domain/testing/create-test-context.ts';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { diePayingXrp, type SetBack, type XrpFate, xrpFates } from './die-paying-xrp.ts';

/** What a payment comes to, and what of it is gone: fees of it, in drops. */
const ends: Readonly<Record<XrpFate, { readonly paid: bigint; readonly burnt: bigint }>> = {
  taken: { paid: 5n, burnt: 12n },
  unanswered: { paid: 5n, burnt: 12n },
  lost: { paid: 0n, burnt: 0n },
  queued: { paid: 5n, burnt: 12n },
  dropped: { paid: 0n, burnt: 0n },
  refused: { paid: 0n, burnt: 0n },
  failed: { paid: 0n, burnt: 12n },
};

describe.each(testEngines())(
  'a process that dies at each of its writes and calls while it pays XRP, on %s',
  (engine) => {
    let ctx: TestContext;
    beforeAll(async () => {
      ctx = await createTestContext(engine);
    });
    afterAll(() => ctx.close());

    it.each(Object.keys(xrpFates) as XrpFate[])(
      'pays once, or gives back what no ledger has: %s',
      { timeout: 600_000 },
      async (fate) => {
        const { steps } = await diePayingXrp(ctx, fate);
        expect(steps).toBeGreaterThan(10);
        for (let dieAt = 1; dieAt <= steps; dieAt += 1) {
          const { paid, back, state, burnt, booked, executed } = await diePayingXrp(ctx, fate, { dieAt });
          const end = ends[fate];
          expect({ dieAt, paid, back, burnt, booked }).toEqual({
            dieAt,
            ...end,
            back: 5n - end.paid,
            booked: end.burnt,
          });
          expect(state).toBe(paid === 5n ? 'settled' : 'released');
          expect(executed).toBeLessThanOrEqual(1);
        }
      },
    );

    it.each(
      (['taken', 'unanswered', 'failed', 'lost'] as const).flatMap((fate) =>
        (['with-journal', 'without-journal'] as const).map((setBack) => ({ fate, setBack })),
      ),
    )(
      'pays nothing twice once the database was set back: $fate, $setBack',
      { timeout: 600_000 },
      async ({ fate, setBack }: { readonly fate: XrpFate; readonly setBack: SetBack }) => {
        const { steps } = await diePayingXrp(ctx, fate);
        for (let dieAt = 1; dieAt <= steps; dieAt += 5) {
          const { paid, executed } = await diePayingXrp(ctx, fate, { dieAt, setBack });
          expect({ dieAt, paid }).toEqual({ dieAt, paid: ends[fate].paid });
          expect(executed).toBeLessThanOrEqual(1);
        }
      },
    );
  },
);
