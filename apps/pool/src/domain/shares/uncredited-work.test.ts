import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { isLedgerSound, checkLedger } from '../ledger/check-ledger.ts';
import { closeOpenSlice } from './slices.ts';
import { readSlices, readWindow } from '../rounds/read-window.ts';
import { btcMiner, buildLine, dogeMiner } from '../testing/build-work.ts';
import { createTestContext, type TestContext, testStart } from '../testing/create-test-context.ts';
import { recordWork } from './record-work.ts';
import { judgeCredited } from './uncredited-work.ts';
import type { WorkLine } from '../kernel/work-batch.ts';

/** `npm run test:long` plays all runs. */
const isLong = process.env['TEST_LONG'] === '1';

const since = testStart + 600_000;

describe('judgeCredited', () => {
  const judge = judgeCredited({
    byOperator: new Map([['DOGE', since]]),
    byCatalogue: new Map(),
    payableHours: new Map(),
  });
  const ftm = { ...dogeMiner, coin: 'FTM', network: 'FTM' };

  it.each([
    ['of another coin', { miner: btcMiner, firstAt: since }, true],
    ['from before its coin was closed', { miner: dogeMiner, firstAt: since - 1 }, true],
    ['from when its coin was closed', { miner: dogeMiner, firstAt: since }, false],
    ['in a coin that this pool never served', { miner: ftm, firstAt: 0 }, false],
  ])('judges work %s', (_title, line, credited) => {
    expect(judge(line)).toBe(credited);
  });
});

describe.each(oneEngine())('work for a coin that is closed, on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
    await ctx.db.query(sql`INSERT INTO delisted_coins (coin, since) VALUES ('DOGE', ${new Date(since)})`);
  });
  afterAll(() => ctx.close());

  let batches = 0;
  const record = (algorithm: string, lines: readonly WorkLine[]) =>
    recordWork(ctx, {
      id: `00000000-0000-4000-8000-${(batches++).toString(16).padStart(12, '0')}`,
      algorithm,
      lines,
    });
  const windowOf = async (algorithm: string, networkWork: bigint) => {
    const last = await ctx.db.transaction((tx) => closeOpenSlice(tx, algorithm, ctx.clock.now()));
    const end = { algorithm, last_slice_id: last, network_work: networkWork, chain: 'fake' };
    return readWindow(ctx.db, await readSlices(ctx.db, end));
  };

  const line = fc.record({
    work: fc.bigInt(1n, 1000n),
    at: fc.integer({ min: since - 90_000, max: since + 90_000 }),
    code: fc.constantFrom(null, 'CODE'),
  });
  const batch = fc.record({
    open: fc.array(line, { minLength: 1, maxLength: 2 }),
    closed: fc.array(line, { maxLength: 4 }),
    wait: fc.constantFrom(0, 61_000),
  });

  it('is in each window as far as it was accepted before, and the rest changes no part', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(batch, { minLength: 1, maxLength: 5 }),
        fc.bigInt(1n, 5000n),
        async (recorded, networkWork) => {
          run += 1;
          for (const { open, closed, wait } of recorded) {
            const lines = [
              ...open.map(({ at, ...each }) => ({ ...each, at, miner: btcMiner })),
              ...closed.map(({ at, ...each }) => ({ ...each, at, miner: dogeMiner })),
            ].map(({ at, ...each }) => buildLine({ ...each, firstAt: at, lastAt: at }));
            await record(`all-${run}`, lines);
            const before = lines.filter(({ miner, firstAt }) => miner === btcMiner || firstAt < since);
            await record(`before-${run}`, before);
            ctx.advance(wait);
          }
          expect(await windowOf(`all-${run}`, networkWork)).toEqual(
            await windowOf(`before-${run}`, networkWork),
          );
        },
      ),
      { numRuns: isLong ? 15 : 5 },
    );
    expect(isLedgerSound(await checkLedger(ctx))).toBe(true);
  });
});
