import sql from 'sql-template-tag';
import type { Queryable } from '../../../runtime/database/database.ts';
import type { ExchangeTransfer, PayingExchange } from '../../kernel/exchange.ts';
import type { OutgoingWithdrawal, WithdrawnPayment } from '../../kernel/payout-withdrawals.ts';
import { isTransferOpenInSql } from '../transfers/transfer-rows.ts';

/** A payout as the database or a journal has it. */
interface Known extends WithdrawnPayment {
  readonly txid: string;
  /** The exchange's id of it, where that is known. */
  readonly exchangeId: string | null;
}

/**
 * What has left the account of a coin, what it gave up and what went to wallets of the pool left out, and which payout each is: by the exchange's id, by
 * ours, or by address and amount. Of several with both alike each takes one, the oldest first: no more of them are payouts than payouts there are.
 */
export async function readOutgoingWithdrawals(
  db: Queryable,
  exchange: PayingExchange,
  { coin, network }: { readonly coin: string; readonly network: string },
  since: number,
): Promise<readonly OutgoingWithdrawal[]> {
  const listed = await exchange.transfers('withdrawal', coin, since);
  const place = exchange.name;
  // Asked after the exchange: what left was in the database before.
  const known = await readKnown(db, place, { coin, network, since });
  const toWallets = await transfersAmong(db, place, coin, listed);
  const left = listed.filter(
    ({ kind, state, exchangeId }) =>
      kind === 'withdrawal' && state !== 'failed' && !toWallets.has(exchangeId),
  );
  const named = nameEach(left, known);
  return left.map((record) => {
    const payout = named.get(record.exchangeId);
    if (payout === undefined) return { record, known: undefined };
    const { txid, exchangeId: _, ...payment } = payout;
    return { record, known: { txid, payment } };
  });
}

/**
 * The exchange's ids of those that went to wallets of the pool. Of a transfer that is on its way its row may not have the id yet: then one of its address and
 * amount is it.
 */
async function transfersAmong(
  db: Queryable,
  place: string,
  coin: string,
  listed: readonly ExchangeTransfer[],
): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ id: string | null; address: string; amount: bigint }>(sql`
    SELECT exchange_id AS id, address, amount FROM place_transfers
     WHERE place = ${place} AND (exchange_id IS NOT NULL OR coin = ${coin} AND sent_at IS NOT NULL AND ${isTransferOpenInSql})`);
  const ids = new Set(rows.flatMap(({ id }) => (id === null ? [] : [id])));
  for (const row of rows) {
    if (row.id !== null) continue;
    const own = listed.find(
      ({ exchangeId, address, amount }) =>
        !ids.has(exchangeId) && address === row.address && amount === row.amount,
    );
    if (own !== undefined) ids.add(own.exchangeId);
  }
  return ids;
}

/** By the exchange's id of each record, the payout that it is. Pure. */
export function nameEach(
  records: readonly Pick<ExchangeTransfer, 'exchangeId' | 'id' | 'address' | 'amount'>[],
  known: readonly Known[],
): ReadonlyMap<string, Known> {
  const named = new Map<string, Known>();
  const free = new Set(known);
  const take = (record: (typeof records)[number], payout: Known | undefined): void => {
    if (payout === undefined) return;
    named.set(record.exchangeId, payout);
    free.delete(payout);
  };
  for (const record of records)
    take(
      record,
      [...free].find(({ exchangeId }) => exchangeId === record.exchangeId),
    );
  for (const record of records)
    if (!named.has(record.exchangeId) && record.id !== undefined)
      take(
        record,
        [...free].find(({ id, exchangeId }) => exchangeId === null && id !== '' && id === record.id),
      );
  for (const record of records)
    if (!named.has(record.exchangeId) && record.id === undefined)
      take(
        record,
        [...free].find(
          ({ exchangeId, address, amount }) =>
            exchangeId === null && address === record.address && amount === record.amount,
        ),
      );
  return named;
}

/** Clocks differ, ms. */
const marginMs = 2 * 86_400_000;

async function readKnown(
  db: Queryable,
  place: string,
  { coin, network, since }: { readonly coin: string; readonly network: string; readonly since: number },
): Promise<readonly Known[]> {
  // What left since then was not over before; the exchange may date it an hour earlier, and a journal line stands before it leaves.
  const from = new Date(since - marginMs);
  const rows = await db.query<Omit<Known, 'feeMax'> & { readonly feeMax: string }>(sql`
    SELECT txid, id, ${coin}::text AS coin, ${network}::text AS network, address, memo, amount, "feeMax", "exchangeId" FROM (
      SELECT DISTINCT ON (txid) txid, proof ->> 'id' AS id, signed.address, signed.memo, signed.amount, proof ->> 'feeMax' AS "feeMax",
             row.exchange_id AS "exchangeId", at
        FROM (SELECT txid, address, memo, amount, proof, reserved_at AS at FROM payouts JOIN payout_transactions USING (txid)
               WHERE proof ->> 'place' = ${place} AND coin = ${coin} AND payouts.network = ${network}
                 AND (payout_transactions.state IN ('signed', 'sent') OR payout_transactions.state_at > ${from})
              UNION ALL
              SELECT txid, address, memo, amount, proof, at FROM payout_journal
               WHERE proof ->> 'place' = ${place} AND coin = ${coin} AND network = ${network} AND at > ${from}) AS signed
        LEFT JOIN withdrawn_payouts AS row USING (txid)
       WHERE row.state IS DISTINCT FROM 'refused' ORDER BY txid, at) AS once
     ORDER BY at, txid`);
  return rows.map((row) => ({ ...row, feeMax: BigInt(row.feeMax) }));
}
