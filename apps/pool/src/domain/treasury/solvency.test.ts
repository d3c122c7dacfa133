import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstRow } from '../../runtime/database/database.ts';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { openTestRail, readTestWallet } from '../../sandbox/testing/test-rail.ts';
import { createRecurringAudit } from '../operations/audit/recurring-audit.ts';
import { advancePayouts } from '../payouts/advance-payouts.ts';
import { reservePayout } from '../payouts/reserve-payout.ts';
import { liftSuspension } from '../payouts/lift-suspension.ts';
import { readSuspensions } from '../payouts/suspensions.ts';
import { claimDatabase } from '../operations/claim-database.ts';
import type { Wallet } from '../kernel/wallet.ts';
import { handleReorgs } from '../rounds/handle-reorgs.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { creditARound } from '../testing/credit-a-round.ts';
import { fakeChain } from '../testing/fake-chain.ts';
import { type PayingProcess, payingProcess } from '../../testing/payouts/payout-world.ts';
import { guardSolvency } from './guard-solvency.ts';
import { readTreasury } from '../views/read-treasury.ts';
import { simulatedKind } from '../kernel/pool-kind.ts';

const btc = 10n ** 18n;
const thief = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

describe.each(oneEngine())('solvency on %s', (engine) => {
  let ctx: TestContext;
  let rail: ReturnType<typeof openTestRail>;
  let paying: PayingProcess;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'openlode-wallet-'));
    ctx = await createTestContext(engine);
    rail = openTestRail(ctx, folder);
    paying = payingProcess(ctx, rail);
    await claimDatabase(ctx, simulatedKind);
    // 0.1 BTC: three quarters become 30,000 DOGE, a quarter stays.
    await creditARound(ctx, 'a');
  });
  afterAll(async () => {
    paying.end();
    rail.close();
    await ctx.close();
    rmSync(folder, { recursive: true });
  });

  /** A wallet that says so much less than there is. */
  const less = (asset: string, amount: bigint): Wallet => ({
    holdings: async () => {
      const { amounts, unanswered } = await rail.holdings();
      const held = (amounts.get(asset) ?? 0n) - amount;
      return { amounts: new Map(amounts).set(asset, held), unanswered };
    },
  });
  const minerOf = async (coin: string): Promise<bigint> =>
    firstRow(await ctx.db.query<{ id: bigint }>(sql`SELECT id FROM miners WHERE coin = ${coin} ORDER BY id`))
      .id;
  const suspended = async () =>
    (await readSuspensions(ctx.db)).map(({ network, reason }) => [network, reason]);

  const sayCompared = async (): Promise<void> => {
    const at = new Date(ctx.clock.now());
    await ctx.db.query(sql`
      INSERT INTO payout_comparisons (compared_at, since, transactions, unknown, actor)
      VALUES (${at}, ${new Date(0)}, 0, 0, 'suite')`);
  };

  it('is sound while the wallet holds what the ledger says, also while a payout is on its way [L11]', async () => {
    expect(await guardSolvency(ctx, rail)).toEqual([]);
    const outcome = await reservePayout(paying, await minerOf('DOGE'), 'manual');
    expect(outcome.kind).toBe('reserved');
    let state = '';
    for (let step = 0; step < 100 && state !== 'settled'; step += 1) {
      await advancePayouts(paying, (_payout, error) => {
        throw error;
      });
      expect(await guardSolvency(ctx, rail)).toEqual([]);
      ctx.advance(10_000);
      state = firstRow(await ctx.db.query<{ state: string }>(sql`SELECT state FROM payouts`)).state;
    }
    expect(state).toBe('settled');
    const other = readTestWallet(ctx, folder);
    expect(await other.holdings()).toEqual(await rail.holdings());
  });

  it('reports a single missing unit, and suspends payouts of that asset until an operator has looked [L11]', async () => {
    const found = await guardSolvency(ctx, less('BTC', 1n));
    // 0.025 BTC and nothing else: what the conversion took is owed to no miner in BTC any more.
    expect(found).toEqual([
      {
        rule: 'L11',
        kind: 'wallet-short',
        account: null,
        subject: 'BTC',
        expected: '25000000000000000',
        found: '24999999999999999',
      },
    ]);
    expect(await suspended()).toEqual([['asset:BTC', 'wallet-short']]);
    // All that shows of an old copy of the ledger may be that the wallet holds less.
    expect(await liftSuspension(ctx, 'asset:BTC', 'at once')).toBe('not-compared');
    await sayCompared();
    await liftSuspension(ctx, 'asset:BTC', 'a unit of dust that we bear');
    await guardSolvency(ctx, less('BTC', 1n));
    expect(await suspended()).toEqual([]);
    await guardSolvency(ctx, less('BTC', 2n));
    expect(await suspended()).toEqual([['asset:BTC', 'wallet-short']]);
    await sayCompared();
    await liftSuspension(ctx, 'asset:BTC', 'two units');
  });

  it('takes a shortfall that comes after one was made up for another one, though it is no larger [L11]', async () => {
    await guardSolvency(ctx, less('BTC', 5n));
    await sayCompared();
    await liftSuspension(ctx, 'asset:BTC', 'five units');
    await guardSolvency(ctx, less('BTC', 5n));
    expect(await suspended()).toEqual([]);
    // Made up, and noticed.
    await guardSolvency(ctx, less('BTC', 0n));
    await guardSolvency(ctx, less('BTC', 1n));
    expect(await suspended()).toEqual([['asset:BTC', 'wallet-short']]);
    await sayCompared();
    // Made up before it was lifted: nothing is accepted, also without a comparison in between.
    await liftSuspension(ctx, 'asset:BTC', 'adopted', { acceptedShort: 0n });
    await guardSolvency(ctx, less('BTC', 1n));
    expect(await suspended()).toEqual([['asset:BTC', 'wallet-short']]);
    await sayCompared();
    await liftSuspension(ctx, 'asset:BTC', 'one unit', { acceptedShort: 1n });
    await guardSolvency(ctx, less('BTC', 1n));
    expect(await suspended()).toEqual([]);
    await guardSolvency(ctx, less('BTC', 0n));
  });

  it('catches a thief who drains the wallet: that asset stops, everything else goes on [L11]', async () => {
    const order = {
      payoutId: 999n,
      coin: 'BTC',
      network: 'BTC',
      address: thief,
      memo: '',
      amount: btc / 50n,
    };
    const signed = await rail.build([order], []);
    if (signed.kind !== 'signed') throw new Error('the sandbox signs everything');
    await rail.send('BTC', signed.bytes);

    const heard: string[] = [];
    const audit = createRecurringAudit(ctx, {
      wallet: rail,
      onFindings: (findings) => heard.push(...findings.map(({ kind }) => kind)),
    });
    await audit.compareWallets();
    expect(heard).toEqual(['wallet-short']);
    expect(audit.findings()).toMatchObject([{ rule: 'L11', subject: 'BTC' }]);
    expect(await suspended()).toEqual([['asset:BTC', 'wallet-short']]);
    expect(await readTreasury(ctx, rail)).toMatchObject([
      { asset: 'BTC', wallet: '0.07999999', missing: '0.02000001' },
      { asset: 'DOGE', missing: null },
    ]);

    expect(await reservePayout(paying, await minerOf('BTC'), 'manual')).toMatchObject({
      kind: 'suspended',
    });
    // Mining goes on: the next block is shared out, and who is paid in another coin is paid.
    await creditARound(ctx, 'b');
    ctx.advance(86_400_000);
    expect((await reservePayout(paying, await minerOf('DOGE'), 'manual')).kind).toBe('reserved');
  });
});

describe.each(oneEngine())('a block that is lost after it was credited, on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
    await claimDatabase(ctx, simulatedKind);
    await creditARound(ctx, 'a');
  });
  afterAll(() => ctx.close());

  it('is a shortfall as far as the pool cannot bear it from its own: miners are owed what they were credited [I7] [L11]', async () => {
    const chain = { ...fakeChain([]), state: 'orphaned' as const };
    await handleReorgs({ ...ctx, chains: [chain] }, () => undefined);
    const paidIn = (BTC: bigint): Wallet => ({
      holdings: async () => ({ amounts: new Map([['BTC', BTC]]), unanswered: [] }),
    });
    // The BTC miner is owed 0.02475, and 0.075 are owed to the market for the DOGE of the other; the fee of 0.00025 bears its part.
    const needed = 99_750n * 10n ** 12n;
    expect(await guardSolvency(ctx, paidIn(needed))).toEqual([]);
    expect(await guardSolvency(ctx, paidIn(needed - 1n))).toMatchObject([
      { kind: 'wallet-short', subject: 'BTC', expected: '24750000000000000', found: '24749999999999999' },
    ]);
    expect((await readSuspensions(ctx.db)).map(({ network }) => network)).toEqual(['asset:BTC']);
  });
});
