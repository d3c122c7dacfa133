import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { agreementOn } from './agreed-rates.ts';
import { readAccepted } from './open-conversion.ts';

const dayMs = 86_400_000;

describe.each(testEngines())('the prices that were converted at, on %s', (engine) => {
  let ctx: TestContext;
  let now: number;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
    now = ctx.clock.now();
    await ctx.db.query(
      sql`INSERT INTO ledger_chains VALUES ('XEL', 0, ''), ('RTM', 0, '') ON CONFLICT DO NOTHING`,
    );
  });
  afterAll(() => ctx.close());

  const accept = (asset: string, usd: string, agoMs: number, sources = 2) =>
    ctx.db.query(sql`
      INSERT INTO accepted_prices (asset, accepted_at, price_usd, sources, quotes)
      VALUES (${asset}, ${new Date(now - agoMs)}, ${usd}, ${sources}, '[]')`);

  it('are the newest and the oldest of three days, so that many small steps are one large one [R1]', async () => {
    await accept('XEL', '9', 3 * dayMs + 1);
    expect((await readAccepted(ctx.db, now)).get('XEL')).toEqual({ prices: ['9', '9'], lately: [] });
    await accept('XEL', '100', 3 * dayMs);
    await accept('XEL', '119', 2 * dayMs);
    await accept('XEL', '141', 1000, 1);
    const accepted = await readAccepted(ctx.db, now);
    expect(accepted.get('XEL')).toEqual({ prices: ['141', '119'], lately: ['141', '100'] });
    expect(accepted.get('RTM')).toBeUndefined();

    const word = (rateSource: string, usd: string) => ({
      rateSource,
      usd,
      observedAt: now,
      pair: 'XEL/USD',
      isSecondHand: true,
      backing: { kind: 'broad' } as const,
    });
    const agree = (usd: string) =>
      agreementOn(
        {
          clock: ctx.clock,
          rates: {
            name: 'two aggregators',
            kind: 'real',
            quotesOf: () => [word('a', usd), word('b', usd)],
            recentOf: () => [],
          },
        },
        'XEL',
        accepted,
      );
    // Near the newest, and two fifths above the oldest.
    expect(agree('142')).toEqual({ kind: 'jump' });
    expect(agree('119')).toMatchObject({ kind: 'agreed', usd: '119' });
  });
});
