import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import {
  differenceWords,
  lookMaxMs,
  type PlaceBalance,
  selectPlaceBalances,
  transitMaxMs,
} from '../treasury/places/place-standing.ts';
import { selectTransits } from '../treasury/places/transits.ts';
import { readBooked } from '../treasury/places/watch-places.ts';

/** A coin at an exchange, or a transfer to one, as an operator reads it; amounts are decimal text in the coin. */
export interface ListedPlace {
  /** `kraken`, or `LTC to kraken` for what is on its way from the wallet of a network. */
  readonly place: string;
  readonly coin: string;
  readonly ledger: string;
  /** What the place itself says; null where nothing is known, and of what is on its way. */
  readonly said: string | null;
  /** What it has more, below zero less; null where that is not known, or nothing. */
  readonly difference: string | null;
  /**
   * `not-opened`: the ledger does not know of it. `stale`: the exchange has not answered for ten minutes. `unsettled`: for six hours no look has found
   * it equal, nor two in a row a difference.
   */
  readonly state:
    | 'equal'
    | 'difference'
    | 'unknown'
    | 'not-opened'
    | 'stale'
    | 'unsettled'
    | 'in-transit'
    | 'late'
    | 'written-off';
  /** Since when, ms. */
  readonly since: number;
  readonly note: string | null;
}

/** Every coin at every exchange, and every transfer that is not over, the ones that need an operator first. */
export async function listPlaces({
  db,
  clock,
}: Pick<ServiceContext, 'db' | 'clock'>): Promise<ListedPlace[]> {
  const now = clock.now();
  const asked = await db.query<{ name: string; fault: string | null; askedAt: Date | null }>(
    sql`SELECT name, fault, asked_at AS "askedAt" FROM places`,
  );
  const isAsked = (place: string): boolean =>
    asked.some(({ name, askedAt }) => name === place && askedAt !== null && isRecent(now, askedAt));
  const rows = await selectPlaceBalances(db, sql`ORDER BY place, coin`);
  const booked = new Map<string, ReadonlyMap<string, bigint>>();
  for (const place of new Set(rows.map((row) => row.place))) booked.set(place, await readBooked(db, place));
  const bookedOf = ({ place, coin }: PlaceBalance): bigint => booked.get(place)?.get(coin) ?? 0n;
  const held = rows
    .filter(({ openedAt, said }) => openedAt !== null || said !== 0n)
    // Emptied, and the settings do not name it any more.
    .filter((row) => isAsked(row.place) || row.state === 'difference' || bookedOf(row) !== 0n)
    .map((row): ListedPlace => {
      const { place, coin, said, openedAt, since, note } = row;
      const ledger = bookedOf(row);
      const differs = openedAt === null && said !== null ? said - ledger : row.difference;
      const state = standingOf(row, now);
      const words = [
        state === 'difference' ? differenceWords(row) : null,
        note,
        asked.find(({ name }) => name === place)?.fault ?? null,
      ].filter((each) => each !== null && openedAt !== null);
      return {
        place,
        coin,
        ledger: formatAmount(ledger),
        said: said === null ? null : formatAmount(said),
        difference: state === 'difference' || state === 'not-opened' ? formatAmount(differs) : null,
        state,
        since: since.getTime(),
        note: words.length === 0 ? null : words.join('; '),
      };
    });
  const transits = await selectTransits(
    db,
    sql`WHERE state = 'open' OR state = 'written-off' AND state_at >= ${new Date(now - writtenOffMs)} ORDER BY sweep`,
  );
  const moving = transits.map((row): ListedPlace => {
    const { sweep, place, coin, network, amount, state, openedAt, txid, note } = row;
    const isLate = now - openedAt.getTime() > transitMaxMs;
    return {
      place: `${network} to ${place}`,
      coin,
      ledger: formatAmount(state === 'open' ? amount : 0n),
      said: null,
      difference: null,
      state: state === 'written-off' ? state : isLate ? 'late' : 'in-transit',
      since: openedAt.getTime(),
      note: `sweep ${sweep} by ${txid}: ${note ?? `${place} does not name it yet`}`,
    };
  });
  // One that is asked and has never answered.
  const silent = asked
    .filter(({ name, fault }) => fault !== null && rows.every(({ place }) => place !== name) && isAsked(name))
    .map(({ name, fault, askedAt }): ListedPlace => {
      const nothing = { coin: '', ledger: '0', said: null, difference: null } as const;
      return { place: name, ...nothing, state: 'stale', since: askedAt?.getTime() ?? now, note: fault };
    });
  return [...silent, ...held, ...moving].toSorted(
    (a, b) => Number(needsOperator(b)) - Number(needsOperator(a)),
  );
}

function isRecent(now: number, at: Date): boolean {
  return Math.abs(now - at.getTime()) <= lookMaxMs;
}

function standingOf(
  { openedAt, state, lookedAt, equalAt }: PlaceBalance,
  now: number,
): PlaceBalance['state'] | 'not-opened' | 'stale' | 'unsettled' {
  if (openedAt === null) return 'not-opened';
  if (state === 'difference') return state;
  if (!isRecent(now, lookedAt)) return 'stale';
  const isLong = now - (equalAt ?? openedAt).getTime() > transitMaxMs;
  return state === 'unknown' && isLong ? 'unsettled' : state;
}

/** One that was given up is shown for this long, ms. */
const writtenOffMs = 30 * 86_400_000;

export function needsOperator({ state }: Pick<ListedPlace, 'state'>): boolean {
  return state === 'difference' || state === 'late' || state === 'stale' || state === 'unsettled';
}

/** What health says of places, a sentence each; nothing where every exchange has what the ledger says. */
export async function placeProblems(ctx: Pick<ServiceContext, 'db' | 'clock'>): Promise<string[]> {
  return (await listPlaces(ctx)).filter(needsOperator).map(({ place, coin, state, ledger, said }) => {
    if (state === 'difference')
      return `place ${place}: it says ${said ?? 'two things'} ${coin}, and the ledger ${ledger}; nothing is sent there, see openlode places`;
    if (state === 'unsettled')
      return `place ${place}: no look of the last six hours says whether it has what the ledger says of ${coin}, see openlode places`;
    return state === 'late'
      ? `place ${place}: ${ledger} ${coin} were not credited within six hours, see openlode places`
      : `place ${place}: it has not said for ten minutes what it has of ${coin}, see openlode places`;
  });
}
