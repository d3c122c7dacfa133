import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { Queryable } from '../../../runtime/database/database.ts';
import type { ExchangeTransfer, WatchedExchange } from '../../kernel/exchange.ts';
import type { UpstreamTerms } from '../../kernel/upstream-terms.ts';
import type { PayoutContext } from '../../payouts/payout-context.ts';
import { bareReference } from '../bare-reference.ts';
import { recordMs } from './transits.ts';

/** More than these are not named one by one. */
const namedMax = 5;

/** What an exchange's own record has since a place was equal, and the ledger does not: for the operator, who decides what it was. */
export async function explainDifference(
  { db, clock }: Pick<PayoutContext, 'db' | 'clock'>,
  exchange: WatchedExchange,
  coin: string,
  equalAt: Date,
  upstreams: readonly UpstreamTerms[] = [],
): Promise<string> {
  const since = Math.max(equalAt.getTime(), clock.now() - recordMs);
  try {
    const known = await knownTxids(db, exchange.name);
    const moved = [
      ...(await exchange.transfers('deposit', coin, since)),
      ...(await exchange.transfers('withdrawal', coin, since)),
    ].filter(({ txid, state }) => state !== 'failed' && !known.has(bareReference(txid ?? '')));
    if (moved.length === 0)
      return 'its record of deposits and withdrawals names nothing that the ledger does not have';
    const paying = upstreams.filter((each) => each.paysTo === exchange.name && each.coin === coin);
    const named = moved
      .slice(0, namedMax)
      .map((each) => describeTransfer(each, exchange.name))
      .join('; ');
    const more = moved.length > namedMax ? `; and ${moved.length - namedMax} more` : '';
    const isPaid = paying.length > 0 && moved.some(({ kind }) => kind === 'deposit');
    const pools = paying.map(({ name }) => name).join(' or ');
    const how = isPaid
      ? ` (what ${pools} has paid is credited with openlode income add, by that name of it as the reference)`
      : '';
    return `not booked: ${named}${more}${how}`.slice(0, 500);
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return `its record of deposits and withdrawals is not known: ${words}`.slice(0, 500);
  }
}

function describeTransfer(
  { kind, exchangeId, amount, fee, coin, txid, state }: ExchangeTransfer,
  place: string,
): string {
  const costs = fee === 0n ? '' : ` for a fee of ${formatAmount(fee)}`;
  const ends = state === 'pending' ? ', not over' : '';
  const called = kind === 'deposit' ? `, ${place}:${exchangeId}` : '';
  return `${kind} of ${formatAmount(amount)} ${coin}${costs} by ${txid ?? 'a transaction that it does not name'}${called}${ends}`;
}

/** The transactions that the ledger has of a place. */
export async function knownTxids(db: Queryable, place: string): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ txid: string }>(sql`
    SELECT unnest(chain_ids) AS txid FROM payout_transactions WHERE proof ->> 'place' = ${place}
    UNION
    SELECT lower(txid) FROM place_transits WHERE place = ${place} AND state = 'arrived'
    UNION
    SELECT unnest(chain_ids) FROM payout_transactions
     WHERE txid IN (SELECT txid FROM place_transits WHERE place = ${place} AND state = 'arrived')
    UNION
    SELECT lower(txid) FROM place_transfers WHERE place = ${place} AND txid IS NOT NULL
    UNION
    SELECT deposit_txid FROM incomes WHERE place = ${place}`);
  return new Set(rows.map(({ txid }) => bareReference(txid)));
}
