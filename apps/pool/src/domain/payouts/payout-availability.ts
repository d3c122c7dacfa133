import { coins } from '@openlode/catalogue/coins';
import { type PublishedSpread, publishedSpreads } from '../conversion/coin-class.ts';
import type { Queryable } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { type Maintenance, readMaintenance } from './maintenance.ts';
import { assetSuspension, everyNetwork, readSuspensions } from './suspensions.ts';
import { type Closures, delistedCoins, readClosures, statusOf } from '../miners/coin-status.ts';
import { type Minimum, minimumAt } from '../miners/payout-minimums.ts';

/** How payouts of one coin on one network stand. `auto-only`: the daily run pays, and miners cannot request payouts. */
export type PayoutAvailability = 'open' | 'auto-only' | 'suspended' | 'closed';

interface Pair {
  readonly coin: string;
  readonly network: string;
}

/** What holds payouts back on which networks, read once for every coin. */
export interface PayoutHolds {
  /** Networks, `assetSuspension`s or `everyNetwork`, as in the table of suspensions; maintenance that closes a network is among them. */
  readonly suspended: ReadonlySet<string>;
  /** By network. */
  readonly maintained: ReadonlyMap<string, Pick<Maintenance, 'mode' | 'message'>>;
}

export async function readPayoutHolds(db: Queryable): Promise<PayoutHolds> {
  const [suspensions, maintained] = await Promise.all([readSuspensions(db), readMaintenance(db)]);
  return {
    suspended: new Set(suspensions.map(({ network }) => network)),
    maintained: new Map(maintained.map((each) => [each.network, each])),
  };
}

/** Whether a coin is paid on a network now. Every call and page that shows it asks here. */
export function payoutAvailability(
  { suspended, maintained }: PayoutHolds,
  closures: Closures,
  pair: Pair,
  now: number,
): PayoutAvailability {
  if (statusOf(closures, pair, now).kind === 'closed') return 'closed';
  const held = [everyNetwork, assetSuspension(pair.coin), pair.network];
  if (held.some((each) => suspended.has(each))) return 'suspended';
  return maintained.get(pair.network)?.mode === 'auto-only' ? 'auto-only' : 'open';
}

/** How every coin of the catalogue is listed and paid at one moment. */
export interface CoinListing {
  /** Symbols of the coins that earn nothing, whether the catalogue or the operator delisted them. */
  readonly delisted: ReadonlySet<string>;
  readonly payoutsOf: (pair: Pair) => PayoutAvailability;
  /** The least payment where it follows fees, and the one that was announced. */
  readonly minimumOf: (pair: Pair) => Minimum;
  /** What conversions keep back for a coin; undefined where they keep nothing for any. */
  readonly spreadOf: (coin: string) => PublishedSpread | undefined;
  /** Two listings with the same key say the same. */
  readonly key: string;
}

export async function readCoinListing(
  ctx: Pick<ServiceContext, 'db' | 'clock' | 'rates' | 'conversionSpreads'>,
): Promise<CoinListing> {
  const { db, clock } = ctx;
  const [holds, closures] = await Promise.all([readPayoutHolds(db), readClosures(db)]);
  const symbols = coins.map(({ symbol }) => symbol);
  return coinListing(holds, closures, publishedSpreads(ctx, symbols), clock.now());
}

/** What the catalogue says by itself, for a pool whose operator has decided nothing. */
export function catalogueListing(): CoinListing {
  return coinListing(
    { suspended: new Set(), maintained: new Map() },
    { byOperator: new Map(), byCatalogue: new Map(), payableHours: new Map() },
    new Map(),
    0,
  );
}

/** The same listing while this process lets no payout leave. */
export function allSuspended({ payoutsOf, key, ...listing }: CoinListing): CoinListing {
  return {
    ...listing,
    payoutsOf: (pair) => (payoutsOf(pair) === 'closed' ? 'closed' : 'suspended'),
    key: `${key} all suspended`,
  };
}

function coinListing(
  holds: PayoutHolds,
  closures: Closures,
  spreads: ReadonlyMap<string, PublishedSpread>,
  now: number,
): CoinListing {
  const payouts = new Map(
    coins.flatMap(({ symbol, chains }) =>
      chains.map(({ network }) => [
        `${symbol}:${network}`,
        payoutAvailability(holds, closures, { coin: symbol, network }, now),
      ]),
    ),
  );
  const delisted = delistedCoins(closures);
  const minimums = new Map(
    [...(closures.minimums ?? [])].map(([pair, rows]) => [pair, minimumAt(rows, now)] as const),
  );
  const restricted = [...payouts].filter(([, availability]) => availability !== 'open');
  return {
    delisted,
    payoutsOf: ({ coin, network }) => payouts.get(`${coin}:${network}`) ?? 'closed',
    minimumOf: ({ coin, network }) => minimums.get(`${coin}:${network}`) ?? {},
    spreadOf: (coin) => spreads.get(coin),
    key: JSON.stringify([
      [...delisted].toSorted(),
      restricted,
      [...minimums].map(([pair, { current, next }]) => [
        pair,
        current?.toString(),
        next?.amount.toString(),
        next?.from,
      ]),
      [...spreads],
    ]),
  };
}
