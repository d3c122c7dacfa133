import { judgeRequest, type RequestLook, requestSlackMs } from '@openlode/ledger/judge-request';
import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import { oneLine } from '../../../runtime/one-line.ts';
import type { ArrivedOutput, Arrivals } from '../../kernel/arrivals.ts';
import type { ServiceContext } from '../../kernel/context.ts';
import type { ExchangeTransfer, ExchangeWithdrawal, WithdrawingExchange } from '../../kernel/exchange.ts';
import type { PayoutContext } from '../../payouts/payout-context.ts';
import { orWords } from '../../payouts/signed-for.ts';
import { processBlock } from '../process-block.ts';
import { bookArrived, bookFailed, bookLeft } from './book-transfer.ts';
import { findWithdrawal, onlyWithdrawal } from './find-withdrawal.ts';
import { isTransferOpenInSql, selectTransfers, type TransferRow } from './transfer-rows.ts';

type Context = Pick<ServiceContext, 'db' | 'clock'> & Partial<Pick<PayoutContext, 'payoutBlockReason'>>;

/** A stored transfer is sent within this time, ms, or never. */
const storedMaxMs = 60_000;
/** For so long, ms, a transfer that was judged as never accepted may still appear: meanwhile no alike transfer is asked for. */
const showsLateMs = 2 * 86_400_000;

/**
 * Asks the exchange for a stored transfer, once. The row is marked as possibly asked for before that, by the one process whose update found it
 * stored; what the exchange had withdrawn of the coin until then is kept with it. What becomes of it is looked up (`followTransfers`). Rejects where
 * something failed before it could have left.
 */
export async function sendTransfer(
  ctx: Context & Pick<PayoutContext, 'rollback' | 'payoutBlockReason'>,
  exchange: WithdrawingExchange,
  id: string,
): Promise<void> {
  const { db, clock } = ctx;
  const [stored] = await selectTransfers(
    db,
    sql`WHERE id = ${id} AND place = ${exchange.name} AND state = 'stored'`,
  );
  if (stored === undefined) return;
  const since = clock.now();
  const before = await exchange.transfers('withdrawal', stored.coin, since);
  await refuseLate(ctx, exchange, stored);
  const available = (await exchange.balances()).get(stored.coin)?.available ?? 0n;
  const sentAt = clock.now();
  if (Math.abs(sentAt - stored.storedAt.getTime()) > storedMaxMs) return giveUpStored(ctx, id);
  if ((processBlock(ctx) ?? (await ctx.rollback.check(db, sentAt))) !== undefined) return;
  const sent = await db.query(sql`
    UPDATE place_transfers SET state = 'sent', state_at = ${new Date(sentAt)}, sent_at = ${new Date(sentAt)}, available = ${available},
           known = ${before.map(({ exchangeId }) => exchangeId)}::text[]
     WHERE id = ${id} AND state = 'stored' RETURNING 1`);
  if (sent.length === 0) return;
  const outcome = await exchange.withdraw(requestOf(stored, sentAt));
  const at = new Date(clock.now());
  switch (outcome.kind) {
    case 'accepted':
      await db.query(sql`
        UPDATE place_transfers SET state = 'taken', state_at = ${at}, exchange_id = ${outcome.exchangeId}, note = NULL
         WHERE id = ${id} AND state = 'sent' AND NOT EXISTS (
           SELECT 1 FROM place_transfers AS other WHERE (other.place, other.exchange_id) = (${stored.place}, ${outcome.exchangeId}) AND other.id <> ${id})`);
      return;
    case 'unknown':
      await db.query(sql`
        UPDATE place_transfers SET state = 'unknown', state_at = ${at}, note = ${words(`not answered as taken: ${outcome.why}`)}
         WHERE id = ${id} AND state = 'sent'`);
      return;
    case 'not-sent':
      await db.query(sql`
        UPDATE place_transfers SET state = 'refused', state_at = ${at}, note = ${words(`nothing has left: ${outcome.why}`)}
         WHERE id = ${id} AND state = 'sent'`);
  }
}

/**
 * One that was held to be never taken, and shows after all, would be taken for this one: then a person has to look. Of one that an operator has ended the
 * record is known. Throws in words.
 */
async function refuseLate(
  { db, clock }: Context,
  exchange: WithdrawingExchange,
  { place, coin }: TransferRow,
): Promise<void> {
  const late = new Date(clock.now() - showsLateMs);
  const refused = await selectTransfers(
    db,
    sql`WHERE place = ${place} AND coin = ${coin} AND state = 'refused' AND exchange_id IS NULL AND sent_at > ${late} ORDER BY number`,
  );
  const since = refused[0]?.sentAt ?? undefined;
  if (since === undefined) return;
  const listed = await exchange.transfers('withdrawal', coin, since.getTime());
  for (const row of refused)
    if ((await findIn(db, row, listed)).kind !== 'absent')
      throw new Error(
        `transfer ${row.id} was held to be never taken, and ${place} shows what could be it: look there yourself`,
      );
}

/**
 * Looks up every open transfer from an exchange and books what became of it: on its way once the exchange's record has it; in the wallet once the
 * wallet's own nodes have its transaction deep enough, with the amount to the unit. Safe in any number of processes.
 */
export async function followTransfers(
  ctx: Context & { readonly arrivals: Arrivals },
  exchange: WithdrawingExchange,
): Promise<void> {
  const rows = await selectTransfers(
    ctx.db,
    sql`WHERE place = ${exchange.name} AND ${isTransferOpenInSql} ORDER BY number`,
  );
  for (const row of rows) await followTransfer(ctx, exchange, row);
}

async function followTransfer(
  ctx: Context & { readonly arrivals: Arrivals },
  exchange: WithdrawingExchange,
  row: TransferRow,
): Promise<void> {
  const { db, clock } = ctx;
  if (row.sentAt === null) {
    if (Math.abs(clock.now() - row.storedAt.getTime()) > storedMaxMs) await giveUpStored(ctx, row.id);
    return;
  }
  const sentAt = row.sentAt.getTime();
  const listed = await orWords(exchange.transfers('withdrawal', row.coin, sentAt));
  if ('why' in listed) {
    // The wallet counts it from its first block on, whatever the exchange says.
    if (row.state === 'left' && row.txid !== null) await askNodes(ctx, row, row.txid);
    return noteWhy(ctx, row, `${row.place} does not say what it has let out: ${listed.why}`);
  }
  const found = await findIn(db, row, listed);
  switch (found.kind) {
    case 'ambiguous':
      return noteWhy(
        ctx,
        row,
        `${row.place} has let out what could be it and is not quite it: look there yourself`,
      );
    case 'absent':
      return row.state === 'sent' || row.state === 'unknown'
        ? judgeAbsence(ctx, exchange, row, sentAt)
        : noteWhy(ctx, row, `${row.place} has taken it and does not show it: look there yourself`);
    case 'found':
      return settle(ctx, row, found.transfer);
  }
}

/** What the record of the exchange has of it: by the exchange's id of it where that is known. */
export async function findIn(
  db: Context['db'],
  row: TransferRow,
  listed: readonly ExchangeTransfer[],
): Promise<ReturnType<typeof findWithdrawal>> {
  if (row.exchangeId !== null)
    return onlyWithdrawal(listed, ({ exchangeId }) => exchangeId === row.exchangeId);
  const others = await db.query<{ id: string }>(sql`
    SELECT exchange_id AS id FROM place_transfers WHERE place = ${row.place} AND id <> ${row.id} AND exchange_id IS NOT NULL
    UNION ALL SELECT exchange_id FROM withdrawn_payouts WHERE place = ${row.place} AND exchange_id IS NOT NULL`);
  const known = new Set([...(row.known ?? []), ...others.map(({ id }) => id)]);
  const found = findWithdrawal(requestOf(row, row.sentAt?.getTime() ?? 0), listed, known);
  // One that is another's here is none of this one, whatever it is called there.
  return found.kind === 'found' && known.has(found.transfer.exchangeId) ? { kind: 'ambiguous' } : found;
}

async function settle(
  ctx: Context & { readonly arrivals: Arrivals },
  row: TransferRow,
  transfer: ExchangeTransfer,
): Promise<void> {
  const { db, clock } = ctx;
  const { exchangeId, txid } = transfer;
  const isFailed = transfer.state === 'failed';
  const odd = recordMismatch(row, asBooked(row, transfer));
  if (odd !== undefined) return noteWhy(ctx, row, odd);
  if (isFailed) return bookFailed(db, row, exchangeId, clock.now());
  if (row.state !== 'left')
    return bookLeft(db, row, { exchangeId, fee: transfer.fee, txid: txid ?? null }, clock.now());
  const arrived = txid === undefined ? undefined : await askNodes(ctx, row, txid);
  if (transfer.state !== 'done' || txid === undefined || arrived === undefined)
    return noteWhy(ctx, row, `${row.place} has not sent it yet`);
  if (arrived.kind === 'unanswered')
    return noteWhy(ctx, row, `its nodes do not say whether it is there: ${arrived.why}`);
  if (arrived.kind === 'not-arrived') return noteWhy(ctx, row, `not in the wallet yet: ${arrived.why}`);
  if (arrived.amount !== row.amount)
    return noteWhy(
      ctx,
      row,
      `${txid} has paid ${formatAmount(arrived.amount)} ${row.coin}, and not ${formatAmount(row.amount)}: look there yourself`,
    );
  return bookArrived(db, row, txid, clock.now());
}

/**
 * What nodes say of the transaction of one that has left, or why nothing. Keeps the transaction, and whether a block has it: from then on the wallet counts
 * it.
 */
export async function askNodes(
  { db, clock, arrivals }: Context & { readonly arrivals: Arrivals },
  row: TransferRow,
  txid: string,
): Promise<ArrivedOutput | { readonly kind: 'unanswered'; readonly why: string }> {
  await db.query(sql`
    UPDATE place_transfers SET txid = ${txid} WHERE id = ${row.id} AND state = 'left' AND txid IS DISTINCT FROM ${txid}`);
  const arrived = await orWords(arrivals.paidBy(row, txid));
  if (!('kind' in arrived)) return { kind: 'unanswered', ...arrived };
  const isHeld = arrived.kind === 'arrived' || arrived.isHeld === true;
  await db.query(sql`
    UPDATE place_transfers SET held_at = CASE WHEN ${isHeld}::boolean THEN ${new Date(clock.now())}::timestamptz END
     WHERE id = ${row.id} AND state = 'left' AND (held_at IS NOT NULL) <> ${isHeld}::boolean`);
  return arrived;
}

/** What of a record is booked: what it names as the fee of one that it gave up is not. Pure. */
export function asBooked({ fee }: Pick<TransferRow, 'fee'>, transfer: ExchangeTransfer): ExchangeTransfer {
  return transfer.state === 'failed' ? { ...transfer, fee: fee ?? 0n } : transfer;
}

/** Why a record that should be of it cannot be booked; undefined where it can. Pure. */
export function recordMismatch(
  {
    place,
    address,
    amount,
    feeMax,
    fee: booked,
    coin,
  }: Pick<TransferRow, 'place' | 'address' | 'amount' | 'feeMax' | 'fee' | 'coin'>,
  reported: Pick<ExchangeTransfer, 'address' | 'amount' | 'fee'>,
): string | undefined {
  if (reported.address !== address)
    return `${place} names ${reported.address.slice(0, 100)} for it, and not ${address}`;
  if (reported.amount !== amount)
    return `${place} names ${formatAmount(reported.amount)} ${coin} for it, and not ${formatAmount(amount)}`;
  if (reported.fee < 0n || reported.fee > feeMax)
    return `${place} has taken ${formatAmount(reported.fee)} ${coin} for it, and ${formatAmount(feeMax)} at the most was agreed`;
  if (booked !== null && reported.fee !== booked)
    return `${place} names a fee of ${formatAmount(reported.fee)} ${coin} for it now, and ${formatAmount(booked)} before`;
  return undefined;
}

/** Nothing has asked for it, and nothing will: only a stored one is sent. */
async function giveUpStored({ db, clock }: Context, id: string): Promise<void> {
  await db.query(sql`
    UPDATE place_transfers SET state = 'refused', state_at = ${new Date(clock.now())}, note = 'nothing has left: it was not sent within a minute'
     WHERE id = ${id} AND state = 'stored'`);
}

/** It was looked for, and the exchange has no such withdrawal. As with orders: two looks ten minutes apart, and no less there than before. */
async function judgeAbsence(
  ctx: Context,
  exchange: WithdrawingExchange,
  row: TransferRow,
  madeAt: number,
): Promise<void> {
  const { db, clock } = ctx;
  const balances = await orWords(exchange.balances());
  if ('why' in balances) return noteWhy(ctx, row, `${row.place} does not say what it has: ${balances.why}`);
  const available = balances.get(row.coin)?.available ?? 0n;
  const now = clock.now();
  const hasFallen = row.hasFallen || available < (row.available ?? 0n);
  // What is not found while the clock is not trusted proves nothing.
  const isPast = processBlock(ctx) === undefined && now > madeAt + exchange.validMs + requestSlackMs;
  const from = row.absentFrom ?? (isPast ? new Date(now) : null);
  const until = isPast ? new Date(now) : row.absentUntil;
  const looks = [from, until].flatMap((at): RequestLook[] =>
    at === null ? [] : [{ at: at.getTime(), seen: 'absent', hasFallen }],
  );
  const judgement = judgeRequest({ madeAt, validMs: exchange.validMs, now }, looks);
  const isOver = judgement === 'never-taken';
  const fallen = hasFallen ? ', and less is there than before' : '';
  const note =
    judgement === 'review'
      ? `${row.place} has not shown it for a day${fallen}: look there yourself`
      : isOver
        ? `${row.place} has never taken it`
        : `${row.place} does not show it: that counts once two looks ten minutes apart have not found it${fallen}`;
  await db.query(sql`
    UPDATE place_transfers SET absent_from = ${from}, absent_until = ${until}, has_fallen = has_fallen OR ${hasFallen}, note = ${note},
           state = CASE WHEN ${isOver}::boolean THEN 'refused' ELSE state END,
           state_at = CASE WHEN ${isOver}::boolean THEN ${new Date(now)} ELSE state_at END
     WHERE id = ${row.id} AND state IN ('sent', 'unknown') AND (NOT ${isOver}::boolean OR NOT has_fallen)`);
}

async function noteWhy({ db }: Context, { id }: TransferRow, note: string): Promise<void> {
  await db.query(sql`
    UPDATE place_transfers SET note = ${words(note)} WHERE id = ${id} AND ${isTransferOpenInSql} AND note IS DISTINCT FROM ${words(note)}`);
}

/** The words may be the exchange's. */
function words(text: string): string {
  return oneLine(text, 300);
}

/** As the exchange is asked for it. */
function requestOf(
  { id, coin, network, address, amount, feeMax }: TransferRow,
  madeAt: number,
): ExchangeWithdrawal {
  return { id, coin, network, address, memo: '', amount, feeMax, madeAt };
}
