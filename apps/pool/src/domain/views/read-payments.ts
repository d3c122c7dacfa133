import sql from 'sql-template-tag';
import { firstRow } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { type FiatRates, fiatRatesAt } from '../conversion/fiat-rates.ts';
import { paymentOf } from '../payouts/announce-payout.ts';
import type { Payment } from '../kernel/payment.ts';
import { selectPayouts } from '../payouts/payout.ts';
import type { ReserveContext } from '../payouts/payout-context.ts';
import { type PayoutWait, readWaits } from '../payouts/payout-wait.ts';

const pageSize = 10;

/** Ten payments of a miner, the newest first. */
export interface PaymentsPage {
  readonly list: readonly Payment[];
  /** What each of them waits for that is not over, by id. */
  readonly waits: ReadonlyMap<bigint, PayoutWait>;
  /** What each was worth when it was judged, in units of 10^-18 dollars, by id; missing where no price was known. */
  readonly values: ReadonlyMap<bigint, bigint>;
  /** Money for one US dollar when each was asked for, by id; missing where none was stored. */
  readonly fiatPerUsd?: ReadonlyMap<bigint, FiatRates>;
  /** From 1. */
  readonly page: number;
  /** At least 1, also where there are none. */
  readonly lastPage: number;
}

/** A page of a miner's payments, the newest first. A page that does not exist is empty. */
export async function readPayments(
  ctx: Pick<ServiceContext, 'db' | 'clock'> & Partial<Pick<ReserveContext, 'payoutBlockReason'>>,
  minerId: bigint,
  page: number,
): Promise<PaymentsPage> {
  const [counted, list] = await Promise.all([
    ctx.db.query<{ count: bigint }>(sql`SELECT count(*) AS count FROM payouts WHERE miner_id = ${minerId}`),
    selectPayouts(
      ctx.db,
      sql`WHERE miner_id = ${minerId} ORDER BY payouts.id DESC LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`,
    ),
  ]);
  const lastPage = Math.max(1, Math.ceil(Number(firstRow(counted).count) / pageSize));
  return {
    list: list.map(paymentOf),
    waits: await readWaits(ctx.db, list, ctx.clock.now(), ctx.payoutBlockReason?.()),
    values: new Map(list.flatMap(({ id, usd }) => (usd === null ? [] : [[id, usd]]))),
    fiatPerUsd: await readFiatRates(ctx, list),
    page,
    lastPage,
  };
}

async function readFiatRates(
  { db }: Pick<ServiceContext, 'db'>,
  payouts: readonly { readonly id: bigint; readonly reservedAt: Date }[],
): Promise<ReadonlyMap<bigint, FiatRates>> {
  const ids = payouts.map(({ id }) => id);
  const times = payouts.map(({ reservedAt }) => reservedAt);
  const rows = await db.query<{ id: bigint; rates: FiatRates | null }>(sql`
    SELECT id, ${fiatRatesAt(sql`time`)} AS rates FROM unnest(${ids}::bigint[], ${times}::timestamptz[]) AS asked (id, time)`);
  return new Map(rows.flatMap(({ id, rates }) => (rates === null ? [] : [[id, rates]])));
}
