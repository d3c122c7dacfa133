import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../../domain/testing/create-test-context.ts';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { diePayingToken, type SetBack } from './die-paying-tron.ts';
import { type TokenFate, tokenFates } from './tron-fates.ts';

/** 345 bytes at 1,000 sun, and 64,285 units of energy at 100 sun. */
const usual = { paid: 20n, burnt: 6_773_500n };
const nothing = { paid: 0n, burnt: 0n };

/** What a payment of USDT comes to, and what of it is gone: fees of it, in sun. */
const ends: Readonly<Record<TokenFate, { readonly paid: bigint; readonly burnt: bigint }>> = {
  taken: usual,
  unanswered: usual,
  lost: nothing,
  refused: nothing,
  waiting: usual,
  dropped: nothing,
  undone: usual,
  // All of its limit, twice what it takes.
  failed: { paid: 0n, burnt: 13_202_000n },
  undone_by_contract: { paid: 0n, burnt: 6_773_500n },
  not_paid: { paid: 0n, burnt: 6_773_500n },
};

/** How far the steps are apart that are played: `SLICE=8` plays every eighth. */
const slice = Number(process.env['SLICE'] ?? '1');

describe.each(testEngines())(
  'a process that dies at each of its writes and calls while it pays USDT on TRON, on %s',
  (engine) => {
    let ctx: TestContext;
    beforeAll(async () => {
      ctx = await createTestContext(engine);
    });
    afterAll(() => ctx.close());

    it.each(Object.keys(tokenFates) as TokenFate[])(
      'pays once, or gives back what no block has: %s',
      { timeout: 1_800_000 },
      async (fate) => {
        const { steps } = await diePayingToken(ctx, fate);
        expect(steps).toBeGreaterThan(10);
        for (let dieAt = 1; dieAt <= steps; dieAt += slice) {
          const { paid, back, state, burnt, booked, executed } = await diePayingToken(ctx, fate, { dieAt });
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
      (['taken', 'unanswered', 'failed', 'undone_by_contract', 'lost', 'undone'] as const).flatMap((fate) =>
        (['with-journal', 'without-journal'] as const).map((setBack) => ({ fate, setBack })),
      ),
    )(
      'pays nothing twice once the database was set back: $fate, $setBack',
      { timeout: 1_800_000 },
      async ({ fate, setBack }: { readonly fate: TokenFate; readonly setBack: SetBack }) => {
        const { steps } = await diePayingToken(ctx, fate);
        for (let dieAt = 1; dieAt <= steps; dieAt += 5 * slice) {
          const { paid, executed } = await diePayingToken(ctx, fate, { dieAt, setBack });
          expect({ dieAt, paid }).toEqual({ dieAt, paid: ends[fate].paid });
          expect(executed).toBeLessThanOrEqual(1);
        }
      },
    );
  },
);
