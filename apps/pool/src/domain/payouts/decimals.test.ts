import { miningAccount } from '@openlode/ledger/accounts';
import { unitsOf } from '@openlode/catalogue/chain-units';
import { coins } from '@openlode/catalogue/coins';
import { formatAmount, parseAmount, roundDownTo } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstRow } from '../../runtime/database/database.ts';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { adversarialRail, calm } from '../../sandbox/testing/adversarial-rail.ts';
import { bookEntry } from '../ledger/book-entry.ts';
import type { Rail } from '../kernel/rail.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { type PayingProcess, payingProcess } from '../../testing/payouts/payout-world.ts';
import { payableOf, shownDecimals } from './payable-of.ts';
import { findPayout } from './payout.ts';
import { preparePayouts } from './prepare-payout.ts';
import { reservePayout } from './reserve-payout.ts';
import { readSuspensions } from './suspensions.ts';

const chains = coins.flatMap((coin) =>
  coin.chains.map(({ network, paymentThreshold }) => ({ coin: coin.symbol, network, paymentThreshold })),
);

/** One network of each number of decimals and least output; all 173 in the long run. */
const paid =
  process.env['TEST_LONG'] === '1'
    ? chains
    : [...new Map(chains.map((chain) => [unitsTextOf(chain), chain])).values()];

function unitsTextOf({ coin, network }: (typeof chains)[number]): string {
  const { decimals, minOutput } = unitsOf(coin, network) ?? {};
  return `${decimals} ${minOutput}`;
}

describe('payableOf', () => {
  it.each([
    ['XRP', 'XRP', '2.123456789012345678', '2.123456'],
    ['NEO', 'NEO3', '7.999999999999999999', '7'],
    ['NEO', 'NEO', '0.9', '0'],
    ['EOS', 'EOS', '2.99999999', '2.9999'],
    ['HIVE', 'HIVE', '5.1239', '5.123'],
    ['SKY', 'SKY', '50.123456', '50.123'],
    ['WIF', 'SOL', '2.12345678', '2.123456'],
    // The chain has eighteen, the pool pays eight.
    ['ETH', 'ETH', '1.123456789123456789', '1.12345678'],
  ])('floors a balance of %s on %s: %s is %s', (coin, network, balance, payable) => {
    const found = payableOf({ coin, network }, parseAmount(balance));
    expect(formatAmount(found?.amount ?? -1n)).toBe(payable);
  });

  it('takes the least output of a network for the threshold where that is more', () => {
    expect(payableOf({ coin: 'NEO', network: 'NEO3' }, 0n)).toEqual({
      amount: 0n,
      threshold: 10n ** 18n,
      decimals: 0,
    });
    expect(payableOf({ coin: 'NEO', network: 'NOSUCH' }, 0n)).toBeUndefined();
  });
});

describe('shownDecimals', () => {
  it('are those of what is payable on every network, and of the default network of one that is gone', () => {
    for (const { coin, network } of chains)
      expect(shownDecimals({ coin, network })).toBe(payableOf({ coin, network }, 0n)?.decimals);
    expect(shownDecimals({ coin: 'XRP', network: 'XRP' })).toBe(6);
    expect(shownDecimals({ coin: 'XRP', network: 'NOSUCH' })).toBe(6);
    expect(shownDecimals({ coin: 'NOSUCH', network: 'XRP' })).toBeUndefined();
  });
});

describe.each(oneEngine())('decimals of every network, on %s', (engine) => {
  let ctx: TestContext;
  let paying: PayingProcess;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
    const rail = adversarialRail(ctx.clock, calm);
    // What a wallet signs has the decimals of its chain, whatever it was asked for.
    const cutting: Rail = {
      ...rail,
      build: (orders, claimed) => {
        const cut = orders.map((order) => {
          const units = unitsOf(order.coin, order.network);
          if (units === undefined || order.amount < parseAmount(units.minOutput)) throw new Error('dust');
          return { ...order, amount: roundDownTo(units.decimals, order.amount) };
        });
        return rail.build(cut, claimed);
      },
    };
    paying = payingProcess(ctx, cutting);
  });
  afterAll(async () => {
    paying.end();
    await ctx.close();
  });

  async function openWith(coin: string, network: string, amount: bigint, index: number): Promise<bigint> {
    const at = new Date(ctx.clock.now());
    const uuid = `bbbbbbbb-0000-4000-8000-${index.toString(16).padStart(12, '0')}`;
    const id = firstRow(
      await ctx.db.query<{ id: bigint }>(sql`
        INSERT INTO miners (uuid, coin, network, address, created_at, last_work_at)
        VALUES (${uuid}, ${coin}, ${network}, ${`payee${index}`}, ${at}, ${at}) RETURNING id`),
    ).id;
    await ctx.db.transaction(async (tx) => {
      await bookEntry(tx, {
        key: `given:${coin}:${network}`,
        kind: 'given',
        at: ctx.clock.now(),
        postings: [
          { account: 'ext:suite', asset: coin, amount: -amount },
          { account: miningAccount(id), asset: coin, amount },
        ],
      });
    });
    return id;
  }

  it('is reserved, signed and verified without a forgery', { timeout: 240_000 }, async () => {
    expect(chains.length).toBeGreaterThan(150);
    expect(paid.length).toBeGreaterThan(7);
    // Networks that the catalogue has closed are still paid while they wind down.
    await ctx.db.query(sql`
      INSERT INTO catalogue_closures (coin, network, since)
      SELECT coin, network, ${new Date(ctx.clock.now())}::timestamptz
        FROM unnest(${chains.map(({ coin }) => coin)}::text[], ${chains.map(({ network }) => network)}::text[]) AS pair (coin, network)`);
    const outcomes = new Map<string, number>();
    for (const [index, { coin, network, paymentThreshold }] of paid.entries()) {
      const balance = 2n * parseAmount(paymentThreshold) + 123_456_789_012_345_679n;
      const id = await openWith(coin, network, balance, index);
      const reserved = await reservePayout(paying, id, 'manual');
      if (reserved.kind !== 'reserved') throw new Error(`${coin} on ${network}: ${reserved.kind}`);
      await ctx.db.query(sql`UPDATE payouts SET hold = NULL WHERE id = ${reserved.id}`);
      const payout = await findPayout(ctx.db, reserved.id);
      if (payout === undefined) throw new Error('it was reserved');
      const { kind } = await preparePayouts(paying, [payout]);
      outcomes.set(kind, (outcomes.get(kind) ?? 0) + 1);
    }
    expect([...outcomes]).toEqual([['prepared', paid.length]]);
    expect(await readSuspensions(ctx.db)).toEqual([]);
  });
});
