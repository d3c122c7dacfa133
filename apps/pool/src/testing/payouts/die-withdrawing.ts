import type { PayingExchange } from '../../domain/kernel/exchange.ts';
import { beginAccount, bookedAccounts, dogeThrough, goOn, payoutOf } from './withdrawal-kit.ts';
import type { TestContext } from '../../domain/testing/create-test-context.ts';
import type { Database } from '../../runtime/database/database.ts';
import type { WithdrawalFate } from './exchange-account.ts';
import { availableTo, coin, payingProcess, reserveFifty } from './payout-world.ts';
import { TradingLife } from './trading-kit.ts';

export interface WithdrawingLife {
  /** Writes and calls of the process that died, or of all its life. */
  readonly steps: number;
  readonly state: string;
  /** How often the account was asked, and what it paid to the miner; in DOGE. */
  readonly asked: number;
  readonly paid: bigint;
  /** What the miner could be paid again; in DOGE. */
  readonly back: bigint;
  /** Whether the ledger has what the account has. */
  readonly isEqual: boolean;
}

/**
 * Pays 50 DOGE through an account in a process that dies at one of its writes or calls, before or behind it, and in another one that takes over its disk,
 * until the payout is over.
 */
export async function dieWithdrawing(
  ctx: TestContext,
  fate: WithdrawalFate,
  dieAt?: number,
): Promise<WithdrawingLife> {
  const account = await beginAccount(ctx);
  account.fate = fate;
  let life = new TradingLife(dieAt);
  const database: Database = {
    engine: ctx.db.engine,
    query: (statement) => life.database(ctx.db).query(statement),
    transaction: (work, options) => life.database(ctx.db).transaction(work, options),
    execute: (script) => ctx.db.execute(script),
    close: async () => undefined,
  };
  const open = account.exchange();
  const exchange: PayingExchange = {
    ...open,
    withdraw: (withdrawal) => life.around(() => open.withdraw(withdrawal)),
    transfers: (kind, of, since) => life.around(() => open.transfers(kind, of, since)),
  };
  let process = payingProcess(ctx, dogeThrough(ctx, exchange, database), database);
  try {
    const { id, miner, payout } = await reserveFifty(ctx, { ...process, db: ctx.db });
    const first = life;
    await goOn(ctx, process, 2).catch(() => undefined);
    account.takeLate();
    const { steps } = first;
    life = new TradingLife();
    process = process.restart();
    for (let round = 0; round < 40; round += 1) {
      await goOn(ctx, process, 6);
      account.deliver();
      const { state } = await payoutOf(ctx, id);
      if (state === 'settled' || state === 'released') break;
    }
    return {
      steps,
      state: (await payoutOf(ctx, id)).state,
      asked: account.asked.length,
      paid: account.paidTo(payout.address) / coin,
      back: (await availableTo(ctx, miner)) / coin,
      isEqual: (await bookedAccounts(ctx))['ext:exchange:kraken'] === -account.total,
    };
  } finally {
    process.end();
  }
}
