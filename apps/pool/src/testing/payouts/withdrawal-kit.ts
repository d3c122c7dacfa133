import { openingEntry } from '@openlode/ledger/place-entries';
import sql from 'sql-template-tag';
import { exchangeRail } from '../../adapters/rails/exchange/exchange-rail.ts';
import type { PayingExchange } from '../../domain/kernel/exchange.ts';
import { simulatedKind } from '../../domain/kernel/pool-kind.ts';
import type { Rail } from '../../domain/kernel/rail.ts';
import { bookEntry } from '../../domain/ledger/book-entry.ts';
import { findPayout, type Payout } from '../../domain/payouts/payout.ts';
import type { TestContext } from '../../domain/testing/create-test-context.ts';
import { payoutWithdrawals } from '../../domain/treasury/withdrawals/payout-withdrawals.ts';
import type { Database } from '../../runtime/database/database.ts';
import { advanceRounds, coin, type PayingProcess } from './payout-world.ts';

/** The rail of an account that pays DOGE, as one process has it. */
export function dogeThrough(
  ctx: TestContext,
  exchange: PayingExchange,
  db: Database = ctx.db,
  feeMax = 3n * coin,
): Rail {
  return exchangeRail({
    kind: simulatedKind,
    exchange,
    coins: [{ coin: 'DOGE', network: 'DOGE', least: 10n * coin, step: 10n ** 10n, feeMax }],
    withdrawals: payoutWithdrawals({ db, clock: ctx.clock }),
    now: () => ctx.clock.now(),
  });
}

/** The ledger begins to know what the account has, as the operator's own. */
export async function openAccount(ctx: TestContext, place: string, total: bigint): Promise<void> {
  const entry = {
    ...openingEntry(place, 'DOGE', total, ctx.clock.now()),
    key: `opened ${ctx.random.uuid()}`,
  };
  await ctx.db.transaction((tx) => bookEntry(tx, entry));
  await lookedAt(ctx, place);
}

/** A look has found nothing wrong there, now. */
export async function lookedAt({ db, clock }: TestContext, place: string): Promise<void> {
  const at = new Date(clock.now());
  await db.query(sql`INSERT INTO places (name) VALUES (${place}) ON CONFLICT DO NOTHING`);
  await db.query(sql`
    INSERT INTO place_balances (place, coin, state, said, difference, looked_at, since, equal_at, opened_at)
    VALUES (${place}, 'DOGE', 'equal', 0, 0, ${at}, ${at}, ${at}, ${at})
    ON CONFLICT (place, coin) DO UPDATE SET looked_at = ${at}`);
}

/** Goes over payouts, ten seconds apart, as often as said; the account is looked at meanwhile. */
export async function goOn(ctx: TestContext, process: PayingProcess, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await lookedAt(ctx, 'kraken');
    await advanceRounds(ctx, process, 1);
  }
}

export async function payoutOf(ctx: TestContext, id: bigint): Promise<Payout> {
  const found = await findPayout(ctx.db, id);
  if (found === undefined) throw new Error('gone');
  return found;
}

/** What the ledger has of DOGE, by account, without what suites and miners have. */
export async function bookedAccounts(ctx: TestContext): Promise<Readonly<Record<string, bigint>>> {
  const rows = await ctx.db.query<{ account: string; amount: bigint }>(sql`
    SELECT account, amount FROM balances
     WHERE asset = 'DOGE' AND amount <> 0 AND account NOT LIKE 'miner:%' AND account NOT IN ('ext:suite', 'pool:capital') ORDER BY account`);
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]));
}
