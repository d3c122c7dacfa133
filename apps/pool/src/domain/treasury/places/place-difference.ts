import { boughtAccount, exchangeAccount } from '@openlode/ledger/accounts';
import sql, { type Sql } from 'sql-template-tag';
import type { Transaction } from '../../../runtime/database/database.ts';
import { lockAssets } from '../../ledger/lock-assets.ts';
import type { PayoutContext } from '../../payouts/payout-context.ts';
import { withdrawalUnderWay } from '../withdrawals/withdrawal-rows.ts';
import { exchangeOf } from './place-addresses.ts';
import { lookMaxMs, type PlaceBalance, selectPlaceBalances } from './place-standing.ts';
import { unbookedThere } from './unbooked-there.ts';

type Context = Pick<PayoutContext, 'clock' | 'exchanges'>;

/** A coin at an exchange. */
interface CoinThere {
  readonly place: string;
  readonly coin: string;
}

export interface PlaceRefusal {
  readonly kind: 'refused';
  readonly why: string;
}

/** What an exchange has of a coin more, or below zero less, than the ledger says. */
export interface SeenDifference {
  readonly difference: bigint;
  readonly lookedAt: Date;
  /** All that lies there, by the ledger. */
  readonly booked: bigint;
  /** What trades and other pools have brought of it there, and none has spent. */
  readonly bought: bigint;
}

/**
 * A difference that two looks have seen and that nothing on its way explains: until the transaction ends, no process changes it, and nothing of the
 * coin is booked.
 *
 * @param own what this transaction has booked there itself to explain it
 */
export async function lockDifference(
  tx: Transaction,
  ctx: Context,
  there: CoinThere,
  own = 0n,
): Promise<SeenDifference | PlaceRefusal> {
  // A sweep that is planned or ends meanwhile waits here.
  await tx.query(sql`LOCK TABLE sweeps IN SHARE ROW EXCLUSIVE MODE`);
  const row = await lockLook(tx, ctx, there);
  if ('kind' in row) return row;
  await lockAssets(tx, [there.coin]);
  return judgeLook(tx, row, there, own);
}

/** The same as it is at this moment: nothing is locked. */
export async function readDifference(
  tx: Transaction,
  ctx: Context,
  there: CoinThere,
): Promise<SeenDifference | PlaceRefusal> {
  const row = await readLook(tx, ctx, there);
  return 'kind' in row ? row : judgeLook(tx, row, there, 0n);
}

type AgreedLook = PlaceBalance & { readonly said: bigint };

async function judgeLook(
  tx: Transaction,
  row: AgreedLook,
  { place, coin }: CoinThere,
  own: bigint,
): Promise<SeenDifference | PlaceRefusal> {
  if (row.openedAt === null)
    return refused(`the ledger does not know yet what ${place} has of ${coin}: openlode places open`);
  if (row.state !== 'difference')
    return refused(`two looks in a row have seen no difference of ${coin} at ${place}`);
  const open = await underWay(tx, { place, coin });
  if (open !== undefined) return refused(open);
  const { all, bought } = await readBookedAt(tx, { place, coin });
  if (row.said - (all - own) !== row.difference)
    return refused(`the ledger has moved since ${place} was looked at`);
  return { difference: row.difference, lookedAt: row.lookedAt, booked: all, bought };
}

export function refused(why: string): PlaceRefusal {
  return { kind: 'refused', why };
}

/** The newest look at the coin, which no other process changes until the transaction ends. */
export function lockLook(
  tx: Transaction,
  ctx: Context,
  there: CoinThere,
): Promise<AgreedLook | PlaceRefusal> {
  return readLook(tx, ctx, there, sql`FOR UPDATE`);
}

async function readLook(
  tx: Transaction,
  { clock, exchanges }: Context,
  { place, coin }: CoinThere,
  locking: Sql = sql``,
): Promise<AgreedLook | PlaceRefusal> {
  if (exchangeOf({ exchanges }, place) === undefined)
    return refused(`the settings name no exchange ${place}`);
  if (!/^[A-Z0-9]{1,12}$/.test(coin)) return refused(`${coin} is no coin of this pool`);
  const [row] = await selectPlaceBalances(tx, sql`WHERE place = ${place} AND coin = ${coin} ${locking}`);
  if (row === undefined) return refused(`${place} has not said yet that it has any ${coin}`);
  if (Math.abs(clock.now() - row.lookedAt.getTime()) > lookMaxMs)
    return refused(`${place} has not said for ten minutes what it has: see openlode places`);
  const { said } = row;
  if (said === null)
    return refused(`${place} has said two things when it was last asked: wait for the next look`);
  return { ...row, said };
}

/** What the ledger says that is there, and what trades have brought of it; until the transaction ends, nothing of the coin is booked. */
export async function bookedAt(tx: Transaction, there: CoinThere): Promise<Booked> {
  await lockAssets(tx, [there.coin]);
  return readBookedAt(tx, there);
}

interface Booked {
  readonly all: bigint;
  readonly bought: bigint;
}

async function readBookedAt(tx: Transaction, { place, coin }: CoinThere): Promise<Booked> {
  const rows = await tx.query<{ account: string; amount: bigint }>(sql`
    SELECT account, -amount AS amount FROM balances
     WHERE account IN (${exchangeAccount(place)}, ${boughtAccount(place)}) AND asset = ${coin}`);
  return {
    all: rows.reduce((sum, { amount }) => sum + amount, 0n),
    bought: rows.find(({ account }) => account === boughtAccount(place))?.amount ?? 0n,
  };
}

/** What may be the difference, and is booked by itself. */
export async function underWay(tx: Transaction, { place, coin }: CoinThere): Promise<string | undefined> {
  const unbooked = await unbookedThere(tx, { place, coin });
  if (unbooked !== undefined)
    return `${unbooked.kind} ${unbooked.id} is not over: see openlode ${unbooked.kind}s`;
  const withdrawal = await withdrawalUnderWay(tx, place, [coin]);
  if (withdrawal !== undefined) return withdrawal;
  const [row] = await tx.query<{ sweep: bigint }>(sql`
    SELECT sweep FROM place_transits WHERE place = ${place} AND coin = ${coin} AND state = 'open'
    UNION ALL
    SELECT id FROM sweeps WHERE place = ${place} AND coin = ${coin} AND state IN ('planned', 'signed', 'sent') LIMIT 1`);
  return (
    row &&
    `sweep ${row.sweep} is on its way there: its record decides, or openlode places write-off ${row.sweep} once it is late`
  );
}
