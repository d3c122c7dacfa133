import { judgeRequest, type RequestLook, requestSlackMs, reviewMs } from '@openlode/ledger/judge-request';
import type { TransactionAnswer, TransactionStatus } from '@openlode/ledger/judge-transaction';
import sql from 'sql-template-tag';
import type { ServiceContext } from '../../kernel/context.ts';
import type { ExchangeTransfer, PayingExchange } from '../../kernel/exchange.ts';
import type { NamedWithdrawal } from '../../kernel/payout-withdrawals.ts';
import type { PayoutContext } from '../../payouts/payout-context.ts';
import { processBlock } from '../process-block.ts';
import { recordMismatch } from '../transfers/follow-transfer.ts';
import type { SharedLooks } from './look-at-account.ts';
import type { LookAtBooked } from './look-at-booked.ts';
import { type BalanceComparison, compareBalance } from './compare-balance.ts';
import { readOutgoingWithdrawals } from './read-outgoing-withdrawals.ts';
import { findWithdrawalRow, type WithdrawalRow } from './withdrawal-rows.ts';

type Context = Pick<ServiceContext, 'db' | 'clock'> & Partial<Pick<PayoutContext, 'payoutBlockReason'>>;

/** What was handed out, and no row was written of within this time, ms, is not asked for by that process any more. */
const beginMaxMs = 60_000;

/**
 * What the exchange's record says of a payout, and what the account says: two witnesses. It is final where the record is done and names a transaction, and
 * the account has to the unit what the ledger says less it; over where the record gave it up, or never took it, and the account has all of it. Anything else
 * is waited for, and named; from a day on, or where the record has something that is not quite it, a person says what it did.
 */
export async function lookUpWithdrawal(
  ctx: Context,
  exchange: PayingExchange,
  named: NamedWithdrawal,
  asking: { readonly lookAtBooked: LookAtBooked } & Pick<SharedLooks, 'look' | 'lookNow'>,
): Promise<readonly TransactionAnswer[]> {
  const handedOut = await handedOutAt(ctx, named.txid);
  const known = await findWithdrawalRow(ctx.db, named.txid);
  const answer = (record: TransactionStatus, balance: TransactionStatus = record) =>
    answers(exchange.name, ctx.clock.now(), record, balance);
  if (known === undefined && handedOut === undefined) {
    const isGone = await hasLeft(ctx, exchange, named);
    if (!isGone && (await endUnsent(ctx, exchange.name, named)))
      return answer({ kind: 'invalidated', why: endedWords, fee: 0n });
    if (!isGone || !(await isFollowed(ctx, named.txid)))
      return answer({ kind: isGone ? 'waiting' : 'absent' });
  }
  if (known === undefined && Math.abs(ctx.clock.now() - (handedOut ?? 0)) < beginMaxMs)
    return answer({ kind: 'waiting', why: `${exchange.name} to be asked: it is being handed out` });
  const row = known ?? (await beginUnknown(ctx, exchange.name, named));
  if (row === undefined) return answer({ kind: 'waiting', why: 'the database to know it' });
  // Once the ledger has it, its place is held against the exchange as a whole.
  const booked = row.isBooked ? doneStatus(row, await asking.lookAtBooked(exchange, row)) : undefined;
  if (booked !== undefined) return answer(booked);
  const comparison = await compareBalance(ctx.db, exchange, row.coin, {
    // Of one that is known to have left many may be asked about; that another was never taken follows from what is seen now.
    look: row.state === 'taken' ? asking.look : asking.lookNow,
    now: ctx.clock.now(),
    about: row,
  });
  const found = comparison.found.get(row.txid) ?? { kind: 'absent' };
  switch (found.kind) {
    case 'found':
      return answer(...(await judgeFound(ctx, row, found.transfer, comparison)));
    case 'ambiguous':
      return answer(
        unclear(`${row.place} has let out what could be it and is not quite it: look there yourself`),
      );
    case 'absent':
      return answer(await judgeAbsent(ctx, exchange, row, comparison));
  }
}

/** Both are asked at one moment, which stands for the height of a block. */
function answers(
  place: string,
  now: number,
  record: TransactionStatus,
  balance: TransactionStatus,
): readonly TransactionAnswer[] {
  return [
    { node: `the record of ${place}`, height: now, isSynced: true, status: record },
    { node: `the balance of ${place}`, height: now, isSynced: true, status: balance },
  ];
}

function unclear(why: string, fee = 0n): TransactionStatus {
  return { kind: 'unclear', why, confirmations: 1, fee };
}

/** Whether the record has one that was not handed out by this database: it was set back, and the one that was lost has asked for it. */
async function hasLeft(
  { db }: Context,
  exchange: PayingExchange,
  { txid, coin, network, signedAt, exchangeId }: NamedWithdrawal,
): Promise<boolean> {
  const outgoing = await readOutgoingWithdrawals(db, exchange, { coin, network }, signedAt);
  return outgoing.some(({ record, known }) => known?.txid === txid || record.exchangeId === exchangeId);
}

const endedWords = 'an operator has asked for its end before it was handed out';

/** Where an operator has asked for the end of what was not handed out, a row says that none asks for it any more. Answers whether one does. */
async function endUnsent(
  { db, clock }: Context,
  place: string,
  { txid, id, coin, network, address, memo, amount, feeMax }: NamedWithdrawal,
): Promise<boolean> {
  const at = new Date(clock.now());
  const made = await db.query(sql`
    INSERT INTO withdrawn_payouts (txid, place, id, coin, network, address, memo, amount, fee_max, state, state_at, sent_at, note)
    SELECT ${txid}::text, ${place}::text, ${id}::text, ${coin}::text, ${network}::text, ${address}::text, ${memo}::text, ${amount}::numeric,
           ${feeMax}::numeric, 'refused', ${at}::timestamptz, ${at}::timestamptz, ${endedWords}::text
     WHERE EXISTS (SELECT 1 FROM payouts JOIN payout_transactions USING (txid)
                    WHERE txid = ${txid} AND payouts.state = 'prepared' AND release_asked_at IS NOT NULL AND sends = 0)
    ON CONFLICT DO NOTHING RETURNING 1`);
  return made.length > 0;
}

/** Whether it goes its way here, although this database has not handed it out. */
async function isFollowed({ db }: Context, txid: string): Promise<boolean> {
  const rows = await db.query(
    sql`SELECT 1 FROM payouts WHERE txid = ${txid} AND state IN ('broadcasting', 'manual_review', 'seen')`,
  );
  return rows.length > 0;
}

/** When its bytes were handed out, by the database, ms; undefined where they never were. An operator's `payouts retry` forgets the moment. */
async function handedOutAt({ db }: Pick<Context, 'db'>, txid: string): Promise<number | undefined> {
  const [row] = await db.query<{ at: Date | null }>(
    sql`SELECT coalesce(last_sent_at, state_at) AS at FROM payout_transactions WHERE txid = ${txid} AND sends > 0`,
  );
  return row?.at?.getTime();
}

/**
 * It was handed out, and no process of this database has begun it: one died between, or the database was set back. From here on none begins it. It may
 * have left since it was signed.
 */
async function beginUnknown(
  { db, clock }: Context,
  place: string,
  { txid, id, coin, network, address, memo, amount, feeMax, signedAt, exchangeId }: NamedWithdrawal,
): Promise<WithdrawalRow | undefined> {
  const at = new Date(clock.now());
  const state = exchangeId === undefined ? 'unknown' : 'taken';
  await db.query(sql`
    INSERT INTO withdrawn_payouts (txid, place, id, coin, network, address, memo, amount, fee_max, state, state_at, sent_at, known, exchange_id, note)
    VALUES (${txid}, ${place}, ${id}, ${coin}, ${network}, ${address}, ${memo}, ${amount}, ${feeMax}, ${state}, ${at}, ${new Date(signedAt)}, NULL,
            ${exchangeId ?? null}, 'it was handed out, and this database does not know whether it was asked for')
    ON CONFLICT DO NOTHING`);
  return findWithdrawalRow(db, txid);
}

/**
 * What the record and the balance say of one that the record has. What else has moved the coin there may keep the balance from agreeing for ever: from a day
 * on a person says what it did.
 */
async function judgeFound(
  ctx: Context,
  row: WithdrawalRow,
  transfer: ExchangeTransfer,
  { differs }: BalanceComparison,
): Promise<readonly [TransactionStatus, TransactionStatus]> {
  const odd = mismatchWords(row, transfer);
  if (odd !== undefined) return both(unclear(odd, transfer.fee));
  await keepTaken(ctx, row, transfer);
  const { place } = row;
  const isLong = ctx.clock.now() > row.sentAt.getTime() + reviewMs;
  const waits = (why: string): TransactionStatus => ({ kind: 'waiting', why });
  if (transfer.state === 'pending') {
    if (isLong && !row.isBooked)
      return both(unclear(`${place} has taken it and not sent it for a day: look there yourself`));
    return [{ kind: 'waiting' }, differs === undefined ? { kind: 'waiting' } : waits(differs)];
  }
  if (transfer.state === 'failed') {
    const over: TransactionStatus = { kind: 'invalidated', why: `${place} has given it up`, fee: 0n };
    if (differs === undefined) return both(over);
    return isLong
      ? both(unclear(`${place} has given it up, and waits for ${differs}`))
      : [over, waits(differs)];
  }
  const { txid, fee } = transfer;
  if (txid === undefined) {
    const nameless = `${place} says that it is done, and names no transaction`;
    return both(
      isLong ? unclear(nameless, fee) : waits(`${place} to name its transaction: it says that it is done`),
    );
  }
  const done: TransactionStatus = { kind: 'confirmed', confirmations: 1, fee, as: txid };
  if (row.isBooked || differs === undefined) return both(done);
  return isLong
    ? both(unclear(`${place} says that ${txid} has paid it, and it waits for ${differs}`, fee))
    : [done, waits(differs)];
}

/** What a record that is quite it says where it is done; undefined where anything is to be judged. */
function doneStatus(
  row: WithdrawalRow,
  transfer: ExchangeTransfer | undefined,
): TransactionStatus | undefined {
  if (transfer?.state !== 'done' || transfer.txid === undefined) return undefined;
  if (mismatchWords(row, transfer) !== undefined) return undefined;
  return { kind: 'confirmed', confirmations: 1, fee: transfer.fee, as: transfer.txid };
}

function both(status: TransactionStatus): readonly [TransactionStatus, TransactionStatus] {
  return [status, status];
}

/** Why a record that should be of it is not what was asked for; undefined where it is. The fee of one that was given up is not booked. Pure. */
export function mismatchWords(
  row: Pick<WithdrawalRow, 'place' | 'coin' | 'address' | 'amount' | 'feeMax'>,
  { address, amount, fee, state }: Pick<ExchangeTransfer, 'address' | 'amount' | 'fee' | 'state'>,
): string | undefined {
  return recordMismatch({ ...row, fee: null }, { address, amount, fee: state === 'failed' ? 0n : fee });
}

async function keepTaken(
  { db, clock }: Context,
  { txid, place, state, exchangeId }: WithdrawalRow,
  transfer: ExchangeTransfer,
): Promise<void> {
  if (state === 'taken' && exchangeId !== null) return;
  await db.query(sql`
    UPDATE withdrawn_payouts SET state = 'taken', state_at = ${new Date(clock.now())}, exchange_id = ${transfer.exchangeId}, note = NULL
     WHERE txid = ${txid} AND state <> 'taken' AND NOT EXISTS (
       SELECT 1 FROM withdrawn_payouts AS other WHERE (other.place, other.exchange_id) = (${place}, ${transfer.exchangeId}) AND other.txid <> ${txid})`);
}

/**
 * Of one that the record does not have. It was never taken where two looks ten minutes apart have not found it, both after the exchange could have taken it
 * at last, and the account had to the unit what the ledger says at each.
 */
async function judgeAbsent(
  ctx: Context,
  { validMs }: PayingExchange,
  row: WithdrawalRow,
  { differs, isShort, at }: BalanceComparison,
): Promise<TransactionStatus> {
  const { db, clock } = ctx;
  const { txid, place, note } = row;
  if (row.state === 'refused') return { kind: 'invalidated', why: note ?? 'nothing has left', fee: 0n };
  const now = clock.now();
  if (row.state === 'taken' || row.isBooked) {
    const isLong = !row.isBooked && now > row.sentAt.getTime() + reviewMs;
    if (isLong) return unclear(`${place} has taken it and does not show it: look there yourself`);
    return { kind: 'waiting', why: `${place} to show what it has taken: look there yourself` };
  }
  const madeAt = await askedUntil({ db }, row);
  // What is not found while the clock is not trusted proves nothing.
  const isLook =
    differs === undefined && at > madeAt + validMs + requestSlackMs && processBlock(ctx) === undefined;
  const from = row.absentFrom ?? (isLook ? new Date(at) : null);
  const until = isLook ? new Date(at) : row.absentUntil;
  // What comes in later hides that something has left, so that it is kept.
  const fallen = row.fallenAt ?? (isShort ? new Date(at) : null);
  const looks = [from, until, fallen].flatMap((each): RequestLook[] =>
    each === null ? [] : [{ at: each.getTime(), seen: 'absent', hasFallen: each === fallen }],
  );
  const judgement = judgeRequest({ madeAt, validMs, now }, looks);
  const isOver = judgement === 'never-taken' && isLook;
  const over = `${place} has never taken it`;
  const kept = await db.query(sql`
    UPDATE withdrawn_payouts SET absent_from = ${from}, absent_until = ${until}, fallen_at = ${fallen}, note = CASE WHEN ${isOver}::boolean THEN ${over} ELSE note END,
           state = CASE WHEN ${isOver}::boolean THEN 'refused' ELSE state END,
           state_at = CASE WHEN ${isOver}::boolean THEN ${new Date(now)} ELSE state_at END
     WHERE txid = ${txid} AND state IN ('sent', 'unknown') RETURNING 1`);
  if (isOver && kept.length > 0) return { kind: 'invalidated', why: over, fee: 0n };
  if (judgement === 'review') return unclear(`${place} has not shown it for a day: look there yourself`);
  if (fallen !== null)
    return {
      kind: 'waiting',
      why: `${place} to show it: it has had less than the ledger says since it was asked, so that nothing else shows that it was never taken`,
    };
  const waits = `two looks ten minutes apart at which ${place} does not show it and has what the ledger says`;
  return { kind: 'waiting', why: differs === undefined ? waits : `${waits}; and for ${differs}` };
}

/** Until when a process may have asked for it, ms. */
async function askedUntil(ctx: Pick<Context, 'db'>, { txid, known, sentAt }: WithdrawalRow): Promise<number> {
  if (known !== null) return sentAt.getTime();
  return Math.max(sentAt.getTime(), (await handedOutAt(ctx, txid)) ?? 0);
}
