import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { Queryable } from '../../../runtime/database/database.ts';
import type { WatchedExchange } from '../../kernel/exchange.ts';
import type { UpstreamTerms } from '../../kernel/upstream-terms.ts';
import type { PayoutContext } from '../../payouts/payout-context.ts';
import { bareReference } from '../bare-reference.ts';
import { knownTxids } from './explain-difference.ts';
import { recordMs } from './transits.ts';

/** What came to an exchange since other pools give work that they pay there, and is none of the pool's own. */
export interface OthersDeposits {
  /** Since when, ms, and from whom it may be. */
  readonly since: number;
  readonly upstreams: readonly string[];
  readonly amount: bigint;
  /** Whether one of them is not over: the balance may have it or not. */
  readonly isOnTheWay: boolean;
  /** What the exchange has in all after that. */
  readonly balance: bigint;
  /** By the exchange's own names of them, with what they are worth. */
  readonly named: string;
}

/**
 * The deposits of a coin at an exchange that may be what other pools have paid for miners' work: all that its record has since the first of that work, but
 * those of our own transactions. Undefined where there are none, and where no pool of the settings pays there.
 *
 * @throws Error where the exchange does not answer the whole of its record
 */
export async function depositsOfOthers(
  { db, clock }: Pick<PayoutContext, 'db' | 'clock'>,
  exchange: WatchedExchange,
  coin: string,
  upstreams: readonly UpstreamTerms[],
): Promise<OthersDeposits | undefined> {
  const paying = upstreams.filter((each) => each.paysTo === exchange.name && each.coin === coin);
  const since = await firstWork(db, paying);
  if (since === undefined) return undefined;
  const known = await knownTxids(db, exchange.name);
  const record = await exchange.transfers('deposit', coin, Math.max(since, clock.now() - recordMs));
  const theirs = record.filter(
    ({ state, txid = '' }) => state !== 'failed' && !known.has(bareReference(txid)),
  );
  if (theirs.length === 0) return undefined;
  // Asked after the record: what that calls over is in it.
  const balance = (await exchange.balances()).get(coin)?.total ?? 0n;
  return {
    since,
    balance,
    isOnTheWay: theirs.some(({ state }) => state === 'pending'),
    upstreams: paying.map(({ name }) => name),
    amount: theirs.reduce((sum, each) => sum + each.amount, 0n),
    named: theirs
      .map(({ exchangeId, amount }) => `${exchange.name}:${exchangeId} of ${formatAmount(amount)}`)
      .join(', '),
  };
}

/** When the first work of any of them began that is still known, ms. */
async function firstWork(db: Queryable, paying: readonly UpstreamTerms[]): Promise<number | undefined> {
  const [row] = await db.query<{ since: Date | null }>(sql`
    WITH named AS (
      SELECT * FROM unnest(${paying.map(({ name }) => name)}::text[], ${paying.map(({ algorithm }) => algorithm)}::text[]) AS of (upstream, algorithm)
    )
    SELECT least(
      (SELECT min(opened_at) FROM slices JOIN named USING (upstream, algorithm)),
      (SELECT min(worked_from) FROM incomes JOIN named USING (upstream, algorithm))) AS since`);
  return row?.since?.getTime();
}
