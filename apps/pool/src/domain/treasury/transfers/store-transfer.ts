import { boughtAccount, exchangeAccount } from '@openlode/ledger/accounts';
import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../../runtime/database/database.ts';
import { recordDecision } from '../../kernel/decision.ts';
import { lockAssets } from '../../ledger/lock-assets.ts';
import type { CoinOnNetwork, PayoutContext } from '../../payouts/payout-context.ts';
import { isUnfinishedInSql, selectOrders } from '../orders/order-rows.ts';
import { newOrderId, suspended } from '../orders/store-order.ts';
import { placeBarrier } from '../places/place-standing.ts';
import { processBlock } from '../process-block.ts';
import { withdrawalUnderWay } from '../withdrawals/withdrawal-rows.ts';
import { isUnbookedInSql, selectTransfers } from './transfer-rows.ts';

/** Amounts in units of 10^-18. */
export interface TransferRequest extends CoinOnNetwork {
  readonly place: string;
  /** Transfers from there when it was planned, by `lastTransferNumber`: where another was stored since, this one is not. */
  readonly after: bigint;
  /** The wallet's own. */
  readonly address: string;
  readonly amount: bigint;
  readonly feeMax: bigint;
  readonly usd: bigint;
  /** What all transfers of a day may be worth. */
  readonly dayUsdMax: bigint;
  /** The operator's, who has it sent. */
  readonly reason: string;
}

type Context = Pick<PayoutContext, 'db' | 'clock' | 'random' | 'rollback' | 'payoutBlockReason'> & {
  readonly actor: string;
};

export type StoreTransferOutcome =
  | { readonly kind: 'stored'; readonly id: string }
  /** `why` in words. */
  | { readonly kind: 'refused'; readonly why: string };

/** How many transfers an exchange has had. Read before everything that a plan rests on. */
export async function lastTransferNumber(db: Queryable, place: string): Promise<bigint> {
  const [row] = await db.query<{ number: bigint }>(
    sql`SELECT coalesce(max(number), 0) AS number FROM place_transfers WHERE place = ${place}`,
  );
  return row?.number ?? 0n;
}

/**
 * Keeps a transfer and why an operator has it sent, before it is asked for, under an id that no copy of this database gives again. Not where another
 * transfer or an order there is not over, or was stored since it was planned; where the place is not equal to the ledger, or has less by it; where the
 * day may not be worth more; or where payouts of everything are suspended, as in a restored database, or this process lets nothing leave: what the ledger says
 * may be wrong then.
 */
export async function storeTransfer(ctx: Context, request: TransferRequest): Promise<StoreTransferOutcome> {
  const now = ctx.clock.now();
  return ctx.db.transaction(async (tx): Promise<StoreTransferOutcome> => {
    const { place, after, coin, network, address, amount, feeMax, usd } = request;
    await lockAssets(tx, [coin]);
    const why =
      processBlock(ctx) ??
      (await ctx.rollback.check(tx, now)) ??
      (await suspended(tx, [])) ??
      (await underWay(tx, request)) ??
      (await placeBarrier(tx, request, now)) ??
      (await tooMuch(tx, request, now));
    if (why !== undefined) return { kind: 'refused', why };
    const id = newOrderId(ctx.random.uuid());
    const at = new Date(now);
    const stored = await tx.query(sql`
      INSERT INTO place_transfers (id, place, number, coin, network, address, amount, fee_max, usd, operator, stored_at, state, state_at)
      VALUES (${id}, ${place}, ${after + 1n}, ${coin}, ${network}, ${address}, ${amount}, ${feeMax}, ${usd}, ${ctx.actor}, ${at}, 'stored', ${at})
      ON CONFLICT DO NOTHING RETURNING 1`);
    if (stored.length === 0)
      return { kind: 'refused', why: 'another transfer was stored meanwhile: plan again' };
    const subject = `${place}: ${formatAmount(amount)} ${coin} to ${address} on ${network} (${id})`;
    await recordDecision(tx, ctx, { kind: 'send-transfer', subject, reason: request.reason });
    return { kind: 'stored', id };
  });
}

async function underWay(tx: Transaction, { place, coin }: TransferRequest): Promise<string | undefined> {
  const [open] = await selectTransfers(tx, sql`WHERE place = ${place} AND ${isUnbookedInSql}`);
  if (open !== undefined) return `transfer ${open.id} is not over: it is ${open.state}`;
  const [order] = await selectOrders(
    tx,
    sql`WHERE place = ${place} AND ${coin} IN (base, quote) AND ${isUnfinishedInSql}`,
  );
  if (order !== undefined) return `order ${order.id} is not over: it is ${order.state}`;
  return withdrawalUnderWay(tx, place, [coin]);
}

async function tooMuch(
  tx: Transaction,
  { place, coin, amount, feeMax, usd, dayUsdMax }: TransferRequest,
  now: number,
): Promise<string | undefined> {
  const [booked] = await tx.query<{ amount: bigint }>(sql`
    SELECT coalesce(-sum(amount), 0) AS amount FROM balances
     WHERE account IN (${exchangeAccount(place)}, ${boughtAccount(place)}) AND asset = ${coin}`);
  const has = booked?.amount ?? 0n;
  if (has < amount + feeMax) return `${place} has ${formatAmount(has)} ${coin} by the ledger`;
  const day = new Date(now - 86_400_000);
  const [row] = await tx.query<{ usd: bigint }>(sql`
    SELECT coalesce(sum(usd), 0) AS usd FROM place_transfers
     WHERE stored_at > ${day} AND NOT (state = 'refused') AND NOT (state = 'failed')`);
  return (row?.usd ?? 0n) + usd > dayUsdMax
    ? 'the transfers of a day may not be worth more (OPENLODE_TRANSFER_CAP_DAY)'
    : undefined;
}
