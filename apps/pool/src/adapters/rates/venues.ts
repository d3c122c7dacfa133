import { type Backing, backingOf } from '@openlode/ledger/backing';

/** What aggregators call the same exchange. */
const names: Readonly<Record<string, readonly string[]>> = {
  ascendex: ['ascendex', 'bitmax'],
  binance: ['binance'],
  bingx: ['bingx'],
  bitfinex: ['bitfinex'],
  bitget: ['bitget'],
  bitmart: ['bitmart'],
  bitstamp: ['bitstamp'],
  bithumb: ['bithumb'],
  bybit: ['bybit', 'bybit_spot', 'bybit-spot'],
  coinbase: ['gdax', 'coinbase', 'coinbase-pro', 'coinbase-exchange'],
  coinex: ['coinex'],
  cryptocom: ['crypto_com', 'crypto-com', 'cryptocom-exchange', 'crypto-com-exchange'],
  gate: ['gate', 'gateio', 'gate-io'],
  htx: ['huobi', 'htx'],
  kraken: ['kraken'],
  kucoin: ['kucoin'],
  lbank: ['lbank'],
  mexc: ['mxc', 'mexc'],
  nonkyc: ['nonkyc_io', 'nonkyc', 'nonkyc-io'],
  okx: ['okex', 'okx'],
  poloniex: ['poloniex'],
  safetrade: ['safe_trade', 'safetrade', 'safe-trade'],
  upbit: ['upbit'],
  whitebit: ['whitebit'],
  azbit: ['azbit'],
  bitbank: ['bitbank'],
  bitflyer: ['bitflyer'],
  bitkub: ['bitkub'],
  bitrue: ['bitrue'],
  bitvavo: ['bitvavo'],
  btcturk: ['btcturk'],
  btse: ['btse'],
  coincheck: ['coincheck'],
  coinone: ['coinone'],
  coinw: ['coinw'],
  deepcoin: ['deepcoin'],
  digifinex: ['digifinex'],
  gemini: ['gemini'],
  hashkey: ['hashkey_exchange', 'hashkey', 'hashkey-exchange'],
  indodax: ['indodax'],
  latoken: ['latoken'],
  luno: ['luno'],
  p2pb2b: ['p2pb2b'],
  phemex: ['phemex'],
  pionex: ['pionex'],
  probit: ['probit', 'probit-exchange'],
  toobit: ['toobit'],
  weex: ['weex'],
  xt: ['xt', 'xt-com'],
};

const venueByName = new Map(
  Object.entries(names).flatMap(([venue, called]) => called.map((name) => [name, venue] as const)),
);

/** All exchanges that the table does not list, together: what they are, and whether they are one, is not known. */
const unlisted = 'unlisted';

/** The backing of an aggregator's price, from the volume of each exchange as the aggregator calls it. */
export function backingOfVenues(volumes: ReadonlyMap<string, bigint>): Backing {
  const byVenue = new Map<string, bigint>();
  for (const [name, volume] of volumes) {
    const venue = venueByName.get(name.toLowerCase()) ?? unlisted;
    byVenue.set(venue, (byVenue.get(venue) ?? 0n) + volume);
  }
  const backing = backingOf(byVenue);
  if (backing.kind === 'venue') return backing.venue === unlisted ? { kind: 'unknown' } : backing;
  // They may be the largest that is listed, under a name that the table lacks.
  return backingOf(joined(byVenue)).kind === 'venue' ? { kind: 'unknown' } : backing;
}

/** With what is not listed counted to the largest of those that are. */
function joined(byVenue: ReadonlyMap<string, bigint>): ReadonlyMap<string, bigint> {
  const listed = [...byVenue]
    .filter(([venue]) => venue !== unlisted)
    .toSorted(([, a], [, b]) => (a < b ? 1 : -1));
  const [[largest, volume] = [unlisted, 0n], ...others] = listed;
  return new Map([[largest, volume + (byVenue.get(unlisted) ?? 0n)], ...others]);
}
