import sql from 'sql-template-tag';
import type { PayoutContext } from '../../payouts/payout-context.ts';
import type { StatementSource } from '../../kernel/statement.ts';
import { bareReference } from '../bare-reference.ts';
import { knownTxids } from '../places/explain-difference.ts';
import { exchangeOf } from '../places/place-addresses.ts';
import { recordMs } from '../places/transits.ts';

/** A payment that another pool has named. */
interface NamedPayment {
  readonly upstream: string;
  readonly algorithm: string;
  readonly txid: string;
}

/**
 * What an exchange's own record has of a payment, in units of 10^-18; `unknown` while it does not answer; undefined for a payment of a pool that does not pay
 * into an account at an exchange.
 */
export type Deposited = (payment: NamedPayment) => bigint | 'unknown' | undefined;

type Context = Pick<PayoutContext, 'db' | 'clock' | 'exchanges'> & {
  readonly statements: readonly StatementSource[];
};

/** Asks the exchanges into which other pools pay a coin for what has come since the oldest payment that is said and not booked. */
export async function readDeposited(
  ctx: Context,
  coin: string,
  onError: (error: unknown) => void,
): Promise<Deposited> {
  const paying = ctx.statements.filter((each) => each.coin === coin && each.paysTo !== undefined);
  const records = new Map<string, ReadonlyMap<string, bigint>>();
  for (const place of new Set(paying.flatMap(({ paysTo }) => paysTo ?? []))) {
    try {
      records.set(place, await readRecord(ctx, place, coin));
    } catch (error) {
      onError(error);
    }
  }
  return ({ upstream, algorithm, txid }) => {
    const source = paying.find((each) => each.upstream === upstream && each.algorithm === algorithm);
    if (source?.paysTo === undefined) return undefined;
    const record = records.get(source.paysTo);
    return record === undefined ? 'unknown' : (record.get(txid) ?? 0n);
  };
}

/** What came there, by its transaction: one may have paid an account several times. What failed has not come, and what is booked is of another one. */
async function readRecord(ctx: Context, place: string, coin: string): Promise<ReadonlyMap<string, bigint>> {
  const { db, clock } = ctx;
  const [oldest] = await db.query<{ at: Date | null }>(sql`
    SELECT min(least(said_at, seen_at)) AS at FROM upstream_lines WHERE asset = ${coin} AND state = 'open'`);
  const came = new Map<string, bigint>();
  if (oldest?.at === null || oldest === undefined) return came;
  const exchange = exchangeOf(ctx, place);
  if (exchange === undefined) throw new Error(`the settings name no exchange ${place}`);
  const since = Math.max(oldest.at.getTime(), clock.now() - recordMs);
  const known = await knownTxids(db, place);
  for (const { txid, state, amount } of await exchange.transfers('deposit', coin, since)) {
    if (txid === undefined || state === 'failed') continue;
    const name = bareReference(txid);
    if (known.has(name)) continue;
    came.set(name, (came.get(name) ?? 0n) + amount);
  }
  return came;
}
