import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { ServiceContext } from '../../kernel/context.ts';
import { judgeReason, recordDecision } from '../../kernel/decision.ts';
import type { WithdrawingExchange } from '../../kernel/exchange.ts';
import { orWords } from '../../payouts/signed-for.ts';
import { notYetEnded } from '../not-yet-ended.ts';
import { findIn } from './follow-transfer.ts';
import { selectTransfers, type TransferRow } from './transfer-rows.ts';

type Context = Pick<ServiceContext, 'db' | 'clock'> & { readonly actor: string };

export type EndTransferOutcome =
  | { readonly kind: 'ended' }
  | { readonly kind: 'malformed-reason' }
  /** `why` in words. */
  | { readonly kind: 'refused'; readonly why: string };

/**
 * Ends a transfer whose answer was lost and which its exchange has not shown for a day, though less is there than before, so that others may be made
 * there. Two looks ten minutes apart must not have found it, and the exchange must not show now what could be it. Nothing is booked: where the exchange
 * has taken it all the same, it has less than the ledger says, and nothing leaves it before that is explained.
 */
export async function endTransfer(
  ctx: Context,
  exchange: WithdrawingExchange | undefined,
  { id, reason: said }: { readonly id: string; readonly reason: string },
): Promise<EndTransferOutcome> {
  const reason = judgeReason(said);
  if (reason === undefined) return { kind: 'malformed-reason' };
  const { db, clock } = ctx;
  const [row] = await selectTransfers(db, sql`WHERE id = ${id}`);
  if (row === undefined) return refused(`there is no transfer ${id}`);
  if (exchange?.name !== row.place)
    return refused(`the settings name no key that withdraws from ${row.place}`);
  const why = notYetEnded(row, clock.now()) ?? (await stillShown(ctx, exchange, row));
  if (why !== undefined) return refused(why);
  return db.transaction(async (tx): Promise<EndTransferOutcome> => {
    const ended = await tx.query(sql`
      UPDATE place_transfers SET state = 'refused', state_at = ${new Date(clock.now())}, note = 'an operator has ended it: the exchange has not shown it'
       WHERE id = ${id} AND state = ${row.state} AND (absent_from, absent_until) = (${row.absentFrom}, ${row.absentUntil}) RETURNING 1`);
    if (ended.length === 0)
      return refused('it was looked up meanwhile: see openlode transfers, and try again');
    const subject = `${row.place}: ${formatAmount(row.amount)} ${row.coin} to ${row.address} (${id})`;
    await recordDecision(tx, ctx, { kind: 'end-transfer', subject, reason });
    return { kind: 'ended' };
  });
}

function refused(why: string): EndTransferOutcome {
  return { kind: 'refused', why };
}

/** What the exchange shows of it now; undefined for nothing. */
async function stillShown(
  { db }: Context,
  exchange: WithdrawingExchange,
  row: TransferRow,
): Promise<string | undefined> {
  const { place, coin, sentAt } = row;
  const listed = await orWords(exchange.transfers('withdrawal', coin, sentAt?.getTime() ?? 0));
  if ('why' in listed) return `${place} does not say what it has let out: ${listed.why}`;
  const { kind } = await findIn(db, row, listed);
  return kind === 'absent' ? undefined : `${place} shows what could be it: openlode transfers look`;
}
