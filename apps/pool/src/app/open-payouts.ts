import { join } from 'node:path';
import type { Logger } from 'pino';
import type { ClosingOrder } from './closing-order.ts';
import type { Config } from '../config.ts';
import { openPayoutJournal, payoutJournalName } from '../adapters/rails/payout-journal.ts';
import type { ServiceContext } from '../domain/kernel/context.ts';
import type { Rails } from '../domain/kernel/rails.ts';
import type { TradingExchange, WatchedExchange } from '../domain/kernel/exchange.ts';
import type { WalletFloat } from '../domain/kernel/wallet-float.ts';
import type { Wallet } from '../domain/kernel/wallet.ts';
import { ledgerIdOf } from '../domain/kernel/ledger-id.ts';
import { checkJournal } from '../domain/payouts/check-journal.ts';
import { findPayout } from '../domain/payouts/payout.ts';
import { createOutgoingGuard } from '../domain/payouts/outgoing-guard.ts';
import type { PayoutContext } from '../domain/payouts/payout-context.ts';
import { claimEpoch } from '../domain/payouts/payout-epoch.ts';
import { createRollbackGuard } from '../domain/payouts/rollback-guard.ts';
import { createVerdictMemory } from '../domain/kernel/verdict-memory.ts';
import { compareWithLedger } from '../domain/treasury/guard-solvency.ts';
import { payoutWithdrawals } from '../domain/treasury/withdrawals/payout-withdrawals.ts';
import { coinReservations } from '../domain/payouts/reserve-coins.ts';
import { storeSentBytes } from '../domain/payouts/prepare-payout.ts';

/** What rails keep in the database: which coins were chosen for a payout, and what was asked of exchanges. */
export function payoutParts(
  ctx: Pick<ServiceContext, 'db' | 'clock'> & Partial<Pick<PayoutContext, 'payoutBlockReason'>>,
  secret: Uint8Array,
) {
  return {
    railParts: { ledger: ledgerIdOf(secret), reservations: coinReservations(ctx) },
    withdrawals: payoutWithdrawals(ctx),
  };
}

/** Opens the journal, holds it against the database, and answers what payouts are made with. */
export async function openPayouts(
  config: Pick<Config, 'dataDirectory' | 'payoutCaps'> &
    Partial<Pick<Config, 'tradeCaps' | 'transferDayUsd' | 'sendsTrades'>>,
  ctx: ServiceContext,
  parts: {
    readonly rails: Rails;
    readonly wallet: Wallet;
    readonly floats?: readonly WalletFloat[] | undefined;
    readonly exchanges?: readonly WatchedExchange[] | undefined;
    readonly traders?: readonly TradingExchange[] | undefined;
    readonly withdrawers?: PayoutContext['withdrawers'];
    readonly hasKeysElsewhere?: true | undefined;
    readonly payoutBlockReason: () => string | undefined;
    readonly log: Logger;
    readonly order: ClosingOrder;
  },
): Promise<PayoutContext> {
  const { rails, wallet, floats, exchanges, traders, withdrawers, payoutBlockReason, log, order } = parts;
  const journal = openPayoutJournal(join(config.dataDirectory, payoutJournalName), {
    ledger: ledgerIdOf(ctx.secret),
  });
  order.add('payout journal', () => journal.close());
  await claimEpoch(ctx);
  const outcome = await checkJournal({ ...ctx, journal });
  if (outcome.kind !== 'sound')
    log.error(
      { journal: outcome.kind, detail: outcome.kind === 'ahead' ? outcome.payouts.map(String) : outcome.why },
      'the journal of payouts and the database do not agree: payouts are suspended',
    );
  // One that could not be written while the pool ran is whole again after a restart; until then others may pay.
  const journalBlock = () => (journal.broken() === undefined ? undefined : 'journal-broken');
  const rollback = createRollbackGuard(journal);
  const quiet = () => (rollback.quiet(ctx.clock.now()) === undefined ? undefined : 'database-changed');
  const payouts = {
    ...ctx,
    rails,
    journal,
    caps: config.payoutCaps,
    payoutBlockReason: () => payoutBlockReason() ?? journalBlock() ?? quiet(),
    rollback,
    outgoing: createOutgoingGuard(compareWithLedger(wallet)),
    verdicts: createVerdictMemory(),
    floats,
    exchanges,
    traders,
    withdrawers,
    hasKeysElsewhere: parts.hasKeysElsewhere,
    transferDayUsd: config.transferDayUsd,
    sendsTrades: config.sendsTrades,
    tradeCaps: config.tradeCaps,
  };
  for (const id of outcome.kind === 'ahead' ? outcome.payouts : []) {
    const payout = await findPayout(ctx.db, id);
    if (payout !== undefined) await storeSentBytes(payouts, payout);
  }
  return payouts;
}
