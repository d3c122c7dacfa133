import { formatAmount, parseAmount } from '@openlode/money/amount';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sumWallets } from '../../adapters/sum-wallets.ts';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { readSuspensions } from '../payouts/suspensions.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { resetDatabase } from '../testing/reset-database.ts';
import { readTreasury } from '../views/read-treasury.ts';
import { guardSolvency } from './guard-solvency.ts';
import { moveFunds } from './move-funds.ts';
import { readPositions } from './read-positions.ts';

describe.each(oneEngine())('a coin in the wallets of several networks, on %s', (engine) => {
  let ctx: TestContext;
  let held: Record<'ETH' | 'BSC', string>;
  const wallet = sumWallets(
    (['ETH', 'BSC'] as const).map((network) => ({
      network,
      amounts: async () => new Map([['USDC', parseAmount(held[network])]]),
    })),
  );
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(async () => {
    await resetDatabase(ctx.db);
    held = { ETH: '100', BSC: '50' };
    await deposit('100', 'ETH');
    await deposit('50', 'BSC');
  });
  afterAll(() => ctx.close());

  async function deposit(amount: string, network: string): Promise<void> {
    const outcome = await moveFunds(
      { ...ctx, actor: 'ann' },
      { kind: 'deposit', amount, coin: 'USDC', network, reference: ctx.random.uuid(), reason: 'of mine' },
    );
    expect(outcome).toEqual({ kind: 'booked' });
  }
  const details = async () =>
    (await readSuspensions(ctx.db)).map(({ network, detail }) => [network, detail.split(':')[0]]);
  const missing = async () => (await readTreasury(ctx, wallet)).map((line) => line.missing);

  it('is held against the ledger on each of them [L11]', async () => {
    const { known } = await readPositions(ctx.db, wallet);
    expect(known.flatMap((each) => each.wallets)).toEqual([
      { network: 'BSC', booked: parseAmount('50'), held: parseAmount('50') },
      { network: 'ETH', booked: parseAmount('100'), held: parseAmount('100') },
    ]);
    expect(await guardSolvency(ctx, wallet)).toEqual([]);
    expect(await missing()).toEqual([null]);
  });

  it('is missing where one wallet is robbed, also while another has too much [L11]', async () => {
    held = { ETH: '99.999999', BSC: '60' };
    expect(await guardSolvency(ctx, wallet)).toMatchObject([{ kind: 'wallet-short', subject: 'USDC' }]);
    expect(await details()).toEqual([
      ['asset:USDC', 'the wallet holds 0.000001 USDC less than the ledger says (0.000001 USDC on ETH)'],
    ]);
    expect(await missing()).toEqual(['0.000001']);
  });

  it('is not missing while an operator keeps more in any of them', async () => {
    held = { ETH: '101', BSC: '50.5' };
    expect(await guardSolvency(ctx, wallet)).toEqual([]);
    const { known } = await readPositions(ctx.db, wallet);
    expect(known.map((each) => formatAmount(each.held - each.owed))).toEqual(['1.5']);
    // It is named: as much could be taken, and nothing would be missing.
    expect((await readTreasury(ctx, wallet)).map(({ more, missing: short }) => [more, short])).toEqual([
      ['1.5', null],
    ]);
  });
});
