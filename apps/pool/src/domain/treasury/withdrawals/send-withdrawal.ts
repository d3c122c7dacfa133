import sql from 'sql-template-tag';
import { oneLine } from '../../../runtime/one-line.ts';
import type { ServiceContext } from '../../kernel/context.ts';
import { crashPoint } from '../../kernel/crash-point.ts';
import type { ExchangeTransfer, PayingExchange } from '../../kernel/exchange.ts';
import { recordMs, type WithdrawnPayment } from '../../kernel/payout-withdrawals.ts';
import type { SendAnswer } from '../../kernel/rail.ts';
import { lockAssets } from '../../ledger/lock-assets.ts';
import { orWords } from '../../payouts/signed-for.ts';
import { barredWords } from './ready-to-withdraw.ts';
import { explained } from './compare-balance.ts';
import { isOnItsWayInSql } from './withdrawal-rows.ts';

type Context = Pick<ServiceContext, 'db' | 'clock'>;
type Asked = WithdrawnPayment & { readonly txid: string };

/**
 * Asks the exchange for a payout, once: its row is written before that, by the one process that finds none, with what had left the account of the coin
 * until then. Where something has come between, the row says that nothing has left and never will. What becomes of it is looked up.
 */
export async function sendWithdrawal(
  ctx: Context,
  exchange: PayingExchange,
  asked: Asked,
): Promise<SendAnswer> {
  const { db, clock } = ctx;
  const { txid, ...payment } = asked;
  const before = await orWords(
    exchange.transfers('withdrawal', asked.coin, await firstAt(ctx, exchange.name, asked)),
  );
  if (!('why' in before) && (await hasIt(db, exchange.name, asked, before)))
    return { kind: 'refused', why: 'the record has it: a database that was lost may have asked for it' };
  const known = 'why' in before ? undefined : before.map(({ exchangeId }) => exchangeId);
  const silent = 'why' in before ? before.why : undefined;
  const sentAt = clock.now();
  const begun = await begin(ctx, exchange.name, asked, { known, silent, sentAt });
  if (begun !== 'begun') return { kind: 'refused', why: begun };
  crashPoint('withdrawal-begun');
  const outcome = await exchange.withdraw({ ...payment, madeAt: sentAt });
  crashPoint('withdrawal-asked');
  const at = new Date(clock.now());
  switch (outcome.kind) {
    case 'accepted':
      await db.query(sql`
        UPDATE withdrawn_payouts SET state = 'taken', state_at = ${at}, exchange_id = ${outcome.exchangeId}, note = NULL
         WHERE txid = ${txid} AND state = 'sent' AND NOT EXISTS (
           SELECT 1 FROM withdrawn_payouts AS other WHERE (other.place, other.exchange_id) = (${exchange.name}, ${outcome.exchangeId}) AND other.txid <> ${txid})`);
      return { kind: 'taken' };
    case 'unknown': {
      const why = words(`not answered as taken: ${outcome.why}`);
      await db.query(sql`
        UPDATE withdrawn_payouts SET state = 'unknown', state_at = ${at}, note = ${why} WHERE txid = ${txid} AND state = 'sent'`);
      return { kind: 'refused', why };
    }
    case 'not-sent': {
      const why = words(`nothing has left: ${outcome.why}`);
      await db.query(sql`
        UPDATE withdrawn_payouts SET state = 'refused', state_at = ${at}, note = ${why} WHERE txid = ${txid} AND state = 'sent'`);
      return { kind: 'refused', why };
    }
  }
}

/** From when on it may have left, or others that are on their way, with which it is looked up later, ms. */
async function firstAt({ db, clock }: Context, place: string, { txid, coin }: Asked): Promise<number> {
  const [row] = await db.query<{ signed: string | null; sent: Date | null }>(sql`
    SELECT (SELECT proof ->> 'signedAt' FROM payout_transactions WHERE txid = ${txid}) AS signed,
           (SELECT min(sent_at) FROM withdrawn_payouts WHERE place = ${place} AND coin = ${coin} AND ${isOnItsWayInSql}) AS sent`);
  const now = clock.now();
  // Of those that are on their way for longer the record shows nothing any more.
  return Math.min(Number(row?.signed ?? now), Math.max(row?.sent?.getTime() ?? now, now - recordMs), now);
}

/** Whether it has left already: an older copy of the database, without its journal, has it as signed and not as gone. */
async function hasIt(
  db: Context['db'],
  place: string,
  { txid, id, address, amount }: Asked,
  records: readonly ExchangeTransfer[],
): Promise<boolean> {
  const others = await explained(db, place, txid);
  return records.some(
    (each) =>
      each.kind === 'withdrawal' &&
      !others.has(each.exchangeId) &&
      (each.id === undefined ? each.address === address && each.amount === amount : each.id === id),
  );
}

/** Writes the row. `begun` for the one process that may ask; why none may, or this one may not, else. */
async function begin(
  { db }: Context,
  place: string,
  { txid, id, coin, network, address, memo, amount, feeMax }: Asked,
  {
    known = [],
    silent,
    sentAt,
  }: {
    readonly known: readonly string[] | undefined;
    readonly silent: string | undefined;
    readonly sentAt: number;
  },
): Promise<string> {
  return db.transaction(async (tx) => {
    await lockAssets(tx, [coin]);
    const barred = silent ?? (await barredWords(tx, { place, coin, gross: amount + feeMax }, sentAt));
    const why = barred === undefined ? null : words(`nothing has left: ${barred}`);
    const at = new Date(sentAt);
    const made = await tx.query(sql`
      INSERT INTO withdrawn_payouts (txid, place, id, coin, network, address, memo, amount, fee_max, state, state_at, sent_at, known, note)
      VALUES (${txid}, ${place}, ${id}, ${coin}, ${network}, ${address}, ${memo}, ${amount}, ${feeMax},
              CASE WHEN ${why}::text IS NULL THEN 'sent' ELSE 'refused' END, ${at}, ${at}, ${[...known]}::text[], ${why})
      ON CONFLICT DO NOTHING RETURNING 1`);
    if (made.length === 0) return 'it may have been asked for before';
    return why ?? 'begun';
  });
}

/** The words may be the exchange's. */
function words(text: string): string {
  return oneLine(text, 300);
}
