import { reviewMs } from '@openlode/ledger/judge-request';
import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { Transaction } from '../../../runtime/database/database.ts';
import { oneLine } from '../../../runtime/one-line.ts';
import type { Arrivals } from '../../kernel/arrivals.ts';
import type { ServiceContext } from '../../kernel/context.ts';
import { judgeReason, recordDecision } from '../../kernel/decision.ts';
import type { ExchangeTransfer, WithdrawingExchange } from '../../kernel/exchange.ts';
import type { PayoutContext } from '../../payouts/payout-context.ts';
import { orWords } from '../../payouts/signed-for.ts';
import { notYetEnded } from '../not-yet-ended.ts';
import { awaitLook } from '../places/place-standing.ts';
import { processBlock } from '../process-block.ts';
import { bookArrivedIn, bookedAs, bookGivenUp } from './book-transfer.ts';
import { asBooked, askNodes, findIn, recordMismatch } from './follow-transfer.ts';
import { selectTransfers, type TransferRow } from './transfer-rows.ts';

type Context = Pick<ServiceContext, 'db' | 'clock'> &
  Partial<Pick<PayoutContext, 'payoutBlockReason'>> & { readonly actor: string; readonly arrivals: Arrivals };

export type EndTransferOutcome =
  /** `isTakenBack`: the ledger had it on its way, and has it at the exchange again. */
  | { readonly kind: 'ended'; readonly isTakenBack: boolean }
  /** Its nodes have it in the wallet, and so has the ledger now: only its exchange does not say so. */
  | { readonly kind: 'arrived'; readonly txid: string }
  | { readonly kind: 'malformed-reason' }
  /** `why` in words. */
  | { readonly kind: 'refused'; readonly why: string };

/**
 * Ends a transfer that nothing ends by itself, a day after it was asked for, so that others may be made there. Nothing is booked that no record shows:
 * what its exchange has less than the ledger then is a difference, and what is in the wallet a deposit.
 *
 * - One whose answer was lost and that the exchange has not shown: two looks ten minutes apart must not have found it, and it must not show now what
 *   could be it.
 * - One that the exchange shows otherwise than it was asked for, or has taken and does not show: `record` names what is to stand for it there.
 * - One that has left and does not arrive: the ledger has it at the exchange again, which has it not.
 * - One that has left and is in the wallet, and whose record is another one now, or is not there any more: it is booked as arrived, by its nodes.
 */
export async function endTransfer(
  ctx: Context,
  exchange: WithdrawingExchange | undefined,
  {
    id,
    record,
    reason: typed,
  }: { readonly id: string; readonly record?: string | undefined; readonly reason: string },
): Promise<EndTransferOutcome> {
  const reason = judgeReason(typed);
  if (reason === undefined) return { kind: 'malformed-reason' };
  const [row] = await selectTransfers(ctx.db, sql`WHERE id = ${id}`);
  if (row === undefined) return refused(`there is no transfer ${id}`);
  if (exchange?.name !== row.place)
    return refused(`the settings name no key that withdraws from ${row.place}`);
  const blocked = processBlock(ctx);
  if (blocked !== undefined) return refused(blocked);
  const judged =
    row.state === 'left'
      ? await judgeLeft(ctx, exchange, row)
      : record === undefined
        ? await judgeUnseen(ctx, exchange, row)
        : await judgeOdd(ctx, exchange, row, record);
  if ('why' in judged) return refused(judged.why);
  const { db, clock } = ctx;
  return db.transaction(async (tx): Promise<EndTransferOutcome> => {
    const at = clock.now();
    const isEnded =
      'arrivedBy' in judged
        ? await bookArrivedIn(tx, row, judged.arrivedBy, at)
        : row.state === 'left'
          ? await bookGivenUp(tx, row, judged.note, at)
          : await refuse(tx, row, { note: judged.note, record: record ?? null }, at);
    if (!isEnded) return refused('it was looked up meanwhile: see openlode transfers, and try again');
    const subject = `${row.place}: ${formatAmount(row.amount)} ${row.coin} to ${row.address} (${id})`;
    await recordDecision(tx, ctx, { kind: 'end-transfer', subject, reason });
    if ('arrivedBy' in judged) return { kind: 'arrived', txid: judged.arrivedBy };
    // What it shows now is less than the ledger has: nothing leaves before a look has said so.
    await awaitLook(tx, row.place, [row.coin], at);
    return { kind: 'ended', isTakenBack: row.state === 'left' };
  });
}

/** What is to be kept of one that may be ended, the transaction by which it is in the wallet, or why it may not be ended, in words. */
type Judged = { readonly note: string } | { readonly arrivedBy: string } | { readonly why: string };

/** The ledger has nothing of it. False where it has moved on since it was judged. */
async function refuse(
  tx: Transaction,
  { id, state, exchangeId, absentFrom, absentUntil }: TransferRow,
  { note, record }: { readonly note: string; readonly record: string | null },
  at: number,
): Promise<boolean> {
  const ended = await tx.query(sql`
    UPDATE place_transfers SET state = 'refused', state_at = ${new Date(at)}, exchange_id = coalesce(exchange_id, ${record}::text), note = ${oneLine(note, 300)}
     WHERE id = ${id} AND state = ${state} AND exchange_id IS NOT DISTINCT FROM ${exchangeId}::text
       AND absent_from IS NOT DISTINCT FROM ${absentFrom}::timestamptz AND absent_until IS NOT DISTINCT FROM ${absentUntil}::timestamptz
       AND NOT EXISTS (SELECT 1 FROM place_transfers AS other
                        WHERE other.place = place_transfers.place AND other.exchange_id = ${record} AND other.id <> ${id}) RETURNING 1`);
  return ended.length > 0;
}

async function judgeUnseen(ctx: Context, exchange: WithdrawingExchange, row: TransferRow): Promise<Judged> {
  const { place, state } = row;
  if (state === 'taken')
    return { why: `${place} has taken it as ${row.exchangeId}: say so with --record ${row.exchangeId}` };
  const early = notYetEnded(row, ctx.clock.now());
  if (early !== undefined) return { why: early };
  const shown = await listedOf(exchange, row);
  if ('why' in shown) return shown;
  const { kind } = await findIn(ctx.db, row, shown.listed);
  return kind === 'absent'
    ? { note: 'an operator has ended it: the exchange has not shown it' }
    : {
        why: `${place} shows what could be it: openlode transfers look, and --record <id> where it is not quite it`,
      };
}

async function judgeOdd(
  ctx: Context,
  exchange: WithdrawingExchange,
  row: TransferRow,
  record: string,
): Promise<Judged> {
  const { place, state, sentAt, exchangeId, known } = row;
  if (sentAt === null || !['sent', 'unknown', 'taken'].includes(state)) return { why: `it is ${state}` };
  if (ctx.clock.now() - sentAt.getTime() <= reviewMs)
    return { why: 'it was sent less than a day ago: it ends by itself where it can' };
  if (exchangeId !== null && exchangeId !== record) return { why: `${place} has taken it as ${exchangeId}` };
  const shown = await listedOf(exchange, row);
  if ('why' in shown) return shown;
  const named = shown.listed.find(({ kind, exchangeId: each }) => kind === 'withdrawal' && each === record);
  if (named === undefined)
    return exchangeId === record
      ? { note: `an operator has ended it: ${place} has taken it as ${record} and does not show it` }
      : { why: `${place} shows no withdrawal ${record} since it was asked for` };
  if (known?.includes(record) === true)
    return { why: `${place} had let ${record} out before it was asked for` };
  const found = await findIn(ctx.db, row, shown.listed);
  if (found.kind === 'absent') return { why: `${place} shows nothing that could be it` };
  if (found.kind === 'found' && found.transfer.exchangeId !== record)
    return { why: `${place} shows ${found.transfer.exchangeId} for it, and not ${record}` };
  if (found.kind === 'found' && recordMismatch(row, asBooked(row, found.transfer)) === undefined)
    return { why: `the record of ${place} is as it should be: openlode transfers look books it` };
  const reported = `${formatAmount(named.amount)} ${row.coin} to ${named.address.slice(0, 100)}`;
  return { note: `an operator has ended it: ${place} has ${record} in its place, ${reported}` };
}

/** An exchange that does not say for this time, ms, what it has let out may never do so again. */
const silentMaxMs = 7 * 86_400_000;

async function judgeLeft(ctx: Context, exchange: WithdrawingExchange, row: TransferRow): Promise<Judged> {
  const { place, leftAt } = row;
  const age = ctx.clock.now() - (leftAt?.getTime() ?? 0);
  if (age <= reviewMs) return { why: 'it has left less than a day ago: its wallet may still have it' };
  const shown = await listedOf(exchange, row);
  if ('why' in shown && age <= silentMaxMs)
    return { why: `${shown.why}; what has left can be ended after a week without a word` };
  const found = 'why' in shown ? undefined : await findIn(ctx.db, row, shown.listed);
  const named = found?.kind === 'found' ? found.transfer : undefined;
  // Only such a record is booked by itself.
  const isAsItShouldBe = named !== undefined && recordMismatch(row, asBooked(row, named)) === undefined;
  if (named?.state === 'failed' && isAsItShouldBe)
    return { why: `${place} has given it up: openlode transfers look books that` };
  const txid = named?.txid ?? row.txid;
  if (txid === null) return { note: `an operator has ended it: ${place} names no transaction of it` };
  const arrived = await askNodes(ctx, row, txid);
  if (arrived.kind === 'unanswered')
    return { why: `its nodes do not say whether it is there: ${arrived.why}` };
  if (arrived.kind === 'not-arrived')
    return arrived.isHeld === true
      ? { why: `${txid} is in a block, and not deep enough yet: ${arrived.why}` }
      : { note: `an operator has ended it: ${txid} is not in the wallet (${arrived.why})` };
  if (arrived.amount !== row.amount || (await bookedAs(ctx.db, row, txid)) !== undefined)
    return {
      note: `an operator has ended it: ${txid} has paid ${formatAmount(arrived.amount)} ${row.coin} to the wallet`,
    };
  return named?.state === 'done' && isAsItShouldBe
    ? { why: `${txid} is in the wallet: openlode transfers look books it` }
    : { arrivedBy: txid };
}

async function listedOf(
  exchange: WithdrawingExchange,
  { place, coin, sentAt }: TransferRow,
): Promise<{ readonly listed: readonly ExchangeTransfer[] } | { readonly why: string }> {
  const listed = await orWords(exchange.transfers('withdrawal', coin, sentAt?.getTime() ?? 0));
  return 'why' in listed ? { why: `${place} does not say what it has let out: ${listed.why}` } : { listed };
}

function refused(why: string): EndTransferOutcome {
  return { kind: 'refused', why };
}
