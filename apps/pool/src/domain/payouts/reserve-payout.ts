import { formatAmount } from '@openlode/money/amount';
import { valueInUsd } from '@openlode/money/convert';
import { reserveEntry } from '@openlode/ledger/payout-entries';
import { type PayoutRefusal, refusePayout } from '@openlode/ledger/payout-rules';
import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import { readClosures, statusOf } from '../miners/coin-status.ts';
import { type Balance, readBalance } from '../miners/read-balance.ts';
import { bookEntry } from '../ledger/book-entry.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import { publishDomainEvent } from '../kernel/domain-events.ts';
import { railView, requireRail } from '../kernel/rails.ts';
import { readPrices } from '../conversion/open-conversion.ts';
import { announcePayout } from './announce-payout.ts';
import { judgeCaps } from './judge-caps.ts';
import { maintenanceOf } from './maintenance.ts';
import { isOwedByRun } from './owed-by-run.ts';
import { payableOf } from './payable-of.ts';
import { type HoldReason, moneyOf } from './payout.ts';
import type { ReserveContext } from './payout-context.ts';
import { countSmallest, judgeSmallest } from './smallest-balances.ts';
import { suspensionOf } from './suspensions.ts';
import { utcDate } from '../kernel/utc-day.ts';

export type ReserveOutcome =
  | {
      readonly kind: 'reserved';
      readonly id: bigint;
      readonly amount: bigint;
      /** Why it waits for the operator's approval; null when it does not. */
      readonly hold: HoldReason | null;
    }
  | { readonly kind: 'no-miner' }
  | { readonly kind: 'coin-gone' }
  | PayoutRefusal;

/** How often on one UTC date the daily run, or a request, tries to pay a miner whose payouts are released again. */
export const triesMax = 3;

interface LockedMiner {
  readonly id: bigint;
  readonly coin: string;
  readonly network: string;
  readonly address: string;
  readonly memo: string;
  readonly auto_pay: boolean;
  readonly restricted: boolean;
}

/**
 * Takes everything payable of a miner's balance into flight, in one transaction with every rule that could forbid it: manual
 * when its owner asked, auto in the daily run. From here on where it goes is frozen.
 */
export async function reservePayout(
  ctx: ReserveContext,
  minerId: bigint,
  kind: 'manual' | 'auto',
  /** Belongs to a reservation, and into its transaction. */
  andThen: (tx: Transaction, payout: { readonly id: bigint }) => Promise<void> = async () => undefined,
): Promise<ReserveOutcome> {
  const outcome = await ctx.db.transaction(async (tx) => {
    const reserved = await reserve(tx, ctx, minerId, kind);
    if (reserved.kind === 'reserved') await andThen(tx, reserved);
    return reserved;
  });
  if (outcome.kind === 'reserved') crashPoint('payout-reserved');
  return outcome;
}

async function reserve(
  tx: Transaction,
  ctx: ReserveContext,
  minerId: bigint,
  kind: 'manual' | 'auto',
): Promise<ReserveOutcome> {
  const now = ctx.clock.now();
  const today = utcDate(now);
  // Everything that debits a miner locks its row: a balance that is read after the lock cannot shrink. A reward that is credited
  // meanwhile only adds to it, and is left for the next payout.
  const [miner] = await tx.query<LockedMiner>(sql`
    SELECT id, coin, network, address, memo, auto_pay,
           EXISTS (SELECT 1 FROM restricted_addresses AS barred
                    WHERE barred.coin = miners.coin AND barred.address = miners.address) AS restricted
      FROM miners WHERE id = ${minerId} FOR UPDATE`);
  if (miner === undefined) return { kind: 'no-miner' };
  const rolledBack = (await ctx.rollback.check(tx, now)) === undefined ? undefined : 'rolled-back';
  const balance = await readBalance({ db: tx }, miner);
  const status = statusOf(await readClosures(tx), miner, now);
  const payable = payableOf(miner, balance.total, status);
  if (payable === undefined) return { kind: 'coin-gone' };
  const { amount, threshold } = payable;
  if (status.kind === 'closed' && status.since !== null) return { kind: 'coin-gone' };
  const pays = status.kind !== 'closed' && railView(ctx.rails).pays(miner.coin, miner.network);
  const isAutoOnly = (await maintenanceOf(tx, miner.network)) === 'auto-only';
  const refusal = refusePayout({
    kind,
    payable: amount,
    threshold,
    autoPay: miner.auto_pay,
    restricted: miner.restricted,
    enabled: pays && !isAutoOnly,
    enabledAutoOnly: pays && isAutoOnly,
    suspended: ctx.payoutBlockReason() ?? (await suspensionOf(tx, miner)) ?? rolledBack,
    paidToday: kind === 'manual' && (await isServedOn(tx, minerId, today)),
    isOwed: kind === 'auto' && (await isOwedByRun(tx, minerId, now)),
  });
  if (refusal !== undefined) return refusal;
  const smallest = await judgeSmallest(tx, miner, amount, status);
  if (smallest === 'over') return { kind: 'below-threshold', threshold };

  const price = (await readPrices(tx, ctx)).priceOf(miner.coin);
  const usd = price === undefined ? undefined : valueInUsd(amount, price);
  const hold = await judgeCaps(tx, ctx, { id: undefined, kind, usd, now });
  const parts = takeFrom(balance, amount);
  const rows = await tx.query<{ id: bigint }>(sql`
    INSERT INTO payouts (order_id, miner_id, kind, utc_date, coin, network, address, memo, from_mining, from_referral, amount, usd, judged_usd,
                         capped_on, reserved_at, state_at, hold, confirmations_needed)
    VALUES (${ctx.random.uuid()}, ${minerId}, ${kind}, ${today}, ${miner.coin}, ${miner.network}, ${miner.address}, ${miner.memo},
            ${parts.mining}, ${parts.referral}, ${amount}, ${usd ?? null}, ${usd ?? null}, ${hold === null ? today : null}, ${new Date(now)}, ${new Date(now)}, ${hold},
            ${requireRail(ctx.rails, miner.network).terms(miner.coin, miner.network).confirmationsNeeded})
    ON CONFLICT DO NOTHING RETURNING id`);
  const id = rows[0]?.id;
  if (id === undefined) return { kind: 'paid-today' };
  if (smallest === 'counted') await countSmallest(tx, miner);
  const { coin, network } = miner;
  const money = moneyOf({
    id,
    minerId,
    coin,
    network,
    fromMining: parts.mining,
    fromReferral: parts.referral,
  });
  await announcePayout(tx, ctx, id, { balanceChanged: true });
  await bookEntry(tx, reserveEntry(money, now));
  publishDomainEvent(tx, {
    event: 'payout-reserved',
    kind,
    hold,
    payout: id.toString(),
    coin,
    network,
    amount: formatAmount(amount),
  });
  return { kind: 'reserved', id, amount, hold };
}

/** What was mined first. */
function takeFrom(balance: Balance, amount: bigint): { mining: bigint; referral: bigint } {
  const mining = amount < balance.mining ? amount : balance.mining;
  return { mining, referral: amount - mining };
}

/** Whether its owner was paid on request today, or asked as often as a day has tries and got everything back. */
async function isServedOn(tx: Transaction, minerId: bigint, today: string): Promise<boolean> {
  const tries = await tx.query<{ is_paid: boolean }>(sql`
    SELECT state <> 'released' AS is_paid FROM payouts
     WHERE miner_id = ${minerId} AND utc_date = ${today} AND kind = 'manual'`);
  return tries.length >= triesMax || tries.some(({ is_paid: isPaid }) => isPaid);
}
