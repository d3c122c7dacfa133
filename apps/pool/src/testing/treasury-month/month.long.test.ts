import { appendFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../../domain/testing/create-test-context.ts';
import { type MonthResult, runMonth } from './run-month.ts';
import { theftKinds, theftsOf } from './month-thefts.ts';

/** `SEEDS=5` plays five; `FIRST=21` begins with another. */
const first = Number(process.env['FIRST'] ?? 1);
const seeds = Array.from({ length: Number(process.env['SEEDS'] ?? 20) }, (_seed, index) => first + index);
const timeout = 600_000;
/** `npm run crash-table -- months` names a file that gets a line for each month. */
const file = process.env['CRASH_RUNS'];

function keep(month: MonthResult): void {
  const text = JSON.stringify(month, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  if (file !== undefined) appendFileSync(file, `${text}\n`);
}

describe('thirty days of the treasury', () => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext('pglite');
  });
  afterAll(() => ctx.close());

  it.each([
    ['wallets', 'wallet'],
    ['exchange', 'exchange'],
  ] as const)('are red where the %s are not looked at', { timeout }, async (unwatched, kind) => {
    const month = await runMonth(ctx, { seed: 1, days: 2, thefts: [kind], unwatched });
    expect(month.wrong).toEqual([expect.stringContaining('was never named')]);
  });

  it.each(seeds)('name nothing where nothing is stolen, seed %i', { timeout }, async (seed) => {
    const month = await runMonth(ctx, { seed, days: 30, thefts: [] });
    keep(month);
    expect(month.wrong).toEqual([]);
    // Something has happened that could have been taken for a theft.
    const { blocks, incomes, transfers, sweeps, payouts, movements } = month.did;
    expect(Math.min(blocks, incomes, transfers, sweeps, payouts, movements)).toBeGreaterThan(0);
  });

  it.each(seeds)('name every theft where it was made, seed %i', { timeout }, async (seed) => {
    const month = await runMonth(ctx, { seed, days: 30, thefts: theftsOf(seed) });
    keep(month);
    expect(month.wrong).toEqual([]);
    expect(month.thefts.map(({ kind }) => kind).toSorted()).toEqual([...theftKinds].toSorted());
  });
});
