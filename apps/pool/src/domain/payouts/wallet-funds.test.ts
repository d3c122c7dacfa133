import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { adversarialRail, calm } from '../../sandbox/testing/adversarial-rail.ts';
import {
  clearPayouts,
  coin,
  payingProcess,
  type PayingProcess,
  reserveFifty,
} from '../../testing/payouts/payout-world.ts';
import type { Funds } from '../kernel/funds.ts';
import { WalletShort } from '../kernel/wallet-short.ts';
import { showFunds, showQuotes } from '../operations/show-funds.ts';
import { clearTables } from '../testing/clear-tables.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { listPayouts } from '../views/list-payouts.ts';
import { advancePayouts } from './advance-payouts.ts';

const minute = 60_000;

describe.each(oneEngine())('what a wallet has that is short, on %s', (engine) => {
  let ctx: TestContext;
  let funds: Funds | undefined;
  let process: PayingProcess;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(async () => {
    await clearPayouts(ctx);
    await clearTables(ctx.db, ['payout_funds']);
    funds = undefined;
    process = payingProcess(ctx, {
      ...adversarialRail(ctx.clock, calm),
      build: async () => {
        throw new WalletShort('insufficient funds');
      },
      funds: async () => {
        if (funds === undefined) throw new Error('no node answers');
        return funds;
      },
      quote: async () => ({
        feeAsset: 'DOGE',
        alone: coin / 100n,
        together: coin / 1000n,
        payees: 50,
        cap: coin,
        rate: '10 units a byte',
      }),
    });
  });
  afterAll(() => ctx.close());

  const has = (spendable: bigint, waiting: bigint, fee = 1n): void => {
    funds = { spendable: spendable * coin, waiting: waiting * coin, fee: fee * coin };
  };
  /** Of two of 50, the oldest last. */
  const waits = async () => (await listPayouts(ctx, { limit: 2 })).map(({ waitsFor }) => waitsFor);
  /** Begins a turn at this hour of the next day. */
  const atHour = async (hour: number): Promise<void> => {
    const day = 24 * 60 * minute;
    ctx.advance(day - (ctx.clock.now() % day) + hour * 60 * minute);
    await advancePayouts(process, () => undefined);
  };
  const reserveTwo = async (): Promise<void> => {
    await reserveFifty(ctx, process);
    await reserveFifty(ctx, process);
  };

  it('is said with what it needs, where both are known', async () => {
    await reserveTwo();
    has(20n, 30n);
    await atHour(1);
    const words =
      'funds: the wallet needs 100 DOGE on DOGE; it can spend 20 now, and 30 once they are deep enough';
    expect(await waits()).toEqual([words, words]);
    funds = undefined;
    await atHour(1);
    expect(await waits()).toEqual(Array(2).fill('funds: the wallet needs 100 DOGE on DOGE'));
  });

  it('is waited for by itself where blocks only have to stand on it', async () => {
    await reserveTwo();
    has(40n, 62n);
    await atHour(1);
    const words =
      'blocks: 62 DOGE of the wallet on DOGE can be spent once they are deep enough, and are enough for all that waits';
    expect(await waits()).toEqual([words, words]);
    // The fees of both would lack.
    has(40n, 61n);
    await atHour(1);
    expect((await waits())[0]).toMatch(/^funds: the wallet needs 100 DOGE/);
  });

  it('is kept for the oldest in the half of the daily run, and said so to the others', async () => {
    await reserveTwo();
    has(51n, 0n);
    await atHour(13);
    const [other, oldest] = await waits();
    expect(oldest).toBe('funds: the wallet needs 100 DOGE on DOGE; it can spend 51 now');
    expect(other).toMatch(
      /^funds: what the wallet has on DOGE is kept for an older payout of 50 DOGE until \d{4}-\d\d-\d\dT00:00Z$/,
    );
    await atHour(1);
    expect((await waits())[0]).toMatch(/^funds: the wallet needs 100 DOGE/);
  });

  it('is nothing where a node says what cannot be, and the oldest still comes first', async () => {
    await reserveTwo();
    has(-5n, 0n);
    const asked: bigint[] = [];
    process = payingProcess(ctx, {
      ...adversarialRail(ctx.clock, calm),
      build: async ([order]) => {
        asked.push(order?.payoutId ?? 0n);
        throw new WalletShort('insufficient funds');
      },
      funds: async () => ({ spendable: 10n ** 90n, waiting: 0n, fee: 0n }),
    });
    await atHour(13);
    expect(new Set(asked).size).toBe(1);
    expect((await waits())[0]).toBe('funds: the wallet needs 100 DOGE on DOGE');
  });

  it('counts for a quarter of an hour', async () => {
    await reserveTwo();
    has(20n, 0n);
    await atHour(1);
    ctx.advance(15 * minute);
    expect((await waits())[0]).toBe('funds: the wallet needs 100 DOGE on DOGE');
  });

  it('stands beside what payouts need, for an operator', async () => {
    await reserveTwo();
    has(20n, 5n);
    const doge = (rows: readonly { readonly coin: string; readonly network: string }[]) =>
      rows.filter((row) => row.coin === 'DOGE' && row.network === 'DOGE');
    const since = expect.any(Number) as number;
    expect(doge(await showFunds(process))).toEqual([
      {
        coin: 'DOGE',
        network: 'DOGE',
        spendable: '20',
        waiting: '5',
        waitingBlocks: null,
        needed: '100',
        payouts: 2,
        since,
        fault: null,
      },
    ]);
    expect(doge(await showQuotes(process))).toEqual([
      {
        coin: 'DOGE',
        network: 'DOGE',
        feeAsset: 'DOGE',
        alone: '0.01',
        together: '0.001',
        payees: 50,
        cap: '1',
        rate: '10 units a byte',
        fault: null,
      },
    ]);
    funds = undefined;
    expect(doge(await showFunds(process))).toMatchObject([{ spendable: null, fault: 'no node answers' }]);
  });
});
