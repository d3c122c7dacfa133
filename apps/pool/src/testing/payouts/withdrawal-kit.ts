import { openingEntry } from '@openlode/ledger/place-entries';
import sql from 'sql-template-tag';
import { exchangeRail } from '../../adapters/rails/exchange/exchange-rail.ts';
import type { PayingExchange } from '../../domain/kernel/exchange.ts';
import { simulatedKind } from '../../domain/kernel/pool-kind.ts';
import type { Rail } from '../../domain/kernel/rail.ts';
import { bookEntry } from '../../domain/ledger/book-entry.ts';
import { findPayout, type Payout } from '../../domain/payouts/payout.ts';
import { clearTables } from '../../domain/testing/clear-tables.ts';
import type { TestContext } from '../../domain/testing/create-test-context.ts';
import { lookedAt } from '../../domain/testing/looked-at.ts';
import { payoutWithdrawals } from '../../domain/treasury/withdrawals/payout-withdrawals.ts';
import type { Database } from '../../runtime/database/database.ts';
import { ExchangeAccount } from './exchange-account.ts';
import { advanceRounds, clearPayouts, coin, type PayingProcess } from './payout-world.ts';

/** The rail of an account that pays DOGE, as one process has it. */
export function dogeThrough(
  ctx: TestContext,
  exchange: PayingExchange,
  db: Database = ctx.db,
  payoutBlockReason: () => string | undefined = () => undefined,
): Rail {
  return exchangeRail({
    kind: simulatedKind,
    exchange,
    coins: [{ coin: 'DOGE', network: 'DOGE', least: 10n * coin, step: 10n ** 10n, feeMax: 3n * coin }],
    withdrawals: payoutWithdrawals({ db, clock: ctx.clock, payoutBlockReason }),
    now: () => ctx.clock.now(),
  });
}

/** An account with 1000 DOGE of the operator's own that the ledger knows, at which a withdrawal costs 2; payouts and entries of before are gone. */
export async function beginAccount(ctx: TestContext): Promise<ExchangeAccount> {
  await clearPayouts(ctx);
  await clearTables(ctx.db, [
    'restricted_addresses',
    'balances',
    'postings',
    'ledger_links',
    'ledger_entries',
  ]);
  const account = new ExchangeAccount('DOGE', { total: 1000n * coin, fee: 2n * coin }, () => ctx.clock.now());
  const entry = {
    ...openingEntry('kraken', 'DOGE', account.total, ctx.clock.now()),
    key: `opened ${ctx.random.uuid()}`,
  };
  await ctx.db.transaction((tx) => bookEntry(tx, entry));
  await lookedAt(ctx, 'kraken', 'DOGE');
  return account;
}

/** Goes over payouts, ten seconds apart, as often as said; the account is looked at meanwhile. */
export async function goOn(ctx: TestContext, process: PayingProcess, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await lookedAt(ctx, 'kraken', 'DOGE');
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
