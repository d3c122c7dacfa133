import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../../domain/testing/create-test-context.ts';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { diePayingTron, type SetBack } from './die-paying-tron.ts';
import { type TronFate, tronFates } from './tron-fates.ts';

/** What a payment comes to, and what of it is gone: fees of it, in sun. */
const ends: Readonly<Record<TronFate, { readonly paid: bigint; readonly burnt: bigint }>> = {
  taken: { paid: 20n, burnt: 268_000n },
  unanswered: { paid: 20n, burnt: 268_000n },
  lost: { paid: 0n, burnt: 0n },
  refused: { paid: 0n, burnt: 0n },
  waiting: { paid: 20n, burnt: 268_000n },
  dropped: { paid: 0n, burnt: 0n },
  undone: { paid: 20n, burnt: 268_000n },
  failed: { paid: 0n, burnt: 268_000n },
};

/** How far the steps are apart that are played: `SLICE=8` plays every eighth. */
const slice = Number(process.env['SLICE'] ?? '1');

describe.each(testEngines())(
  'a process that dies at each of its writes and calls while it pays TRX, on %s',
  (engine) => {
    let ctx: TestContext;
    beforeAll(async () => {
      ctx = await createTestContext(engine);
    });
    afterAll(() => ctx.close());

    it.each(Object.keys(tronFates) as TronFate[])(
      'pays once, or gives back what no block has: %s',
      { timeout: 1_800_000 },
      async (fate) => {
        const { steps } = await diePayingTron(ctx, fate);
        expect(steps).toBeGreaterThan(10);
        for (let dieAt = 1; dieAt <= steps; dieAt += slice) {
          const { paid, back, state, burnt, booked, executed } = await diePayingTron(ctx, fate, { dieAt });
          const end = ends[fate];
          expect({ dieAt, paid, back, burnt, booked }).toEqual({
            dieAt,
            ...end,
            back: 20n - end.paid,
            booked: end.burnt,
          });
          expect(state).toBe(paid === 20n ? 'settled' : 'released');
          expect(executed).toBeLessThanOrEqual(1);
        }
      },
    );

    it.each(
      (['taken', 'unanswered', 'failed', 'lost', 'undone'] as const).flatMap((fate) =>
        (['with-journal', 'without-journal'] as const).map((setBack) => ({ fate, setBack })),
      ),
    )(
      'pays nothing twice once the database was set back: $fate, $setBack',
      { timeout: 1_800_000 },
      async ({ fate, setBack }: { readonly fate: TronFate; readonly setBack: SetBack }) => {
        const { steps } = await diePayingTron(ctx, fate);
        for (let dieAt = 1; dieAt <= steps; dieAt += 5 * slice) {
          const { paid, executed } = await diePayingTron(ctx, fate, { dieAt, setBack });
          expect({ dieAt, paid }).toEqual({ dieAt, paid: ends[fate].paid });
          expect(executed).toBeLessThanOrEqual(1);
        }
      },
    );
  },
);
