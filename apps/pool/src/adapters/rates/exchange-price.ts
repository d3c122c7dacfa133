import { marketPrice, type MarketOutcome } from '@openlode/ledger/market-price';
import { positiveText } from '../../runtime/read-json.ts';
import type { SourceAnswer } from './source-shape.ts';

/** What a market of an exchange says of a coin. It names no time: `state` shows whether it still trades. */
export function exchangePrice(
  market: Readonly<Record<'bid' | 'ask' | 'last' | 'dayVolume', unknown>>,
  unit: 'USD' | 'USDT',
): SourceAnswer {
  const outcome = marketPrice({
    bid: positiveText(market.bid),
    ask: positiveText(market.ask),
    dayVolume: positiveText(market.dayVolume),
  });
  if (outcome.kind !== 'priced') return { kind: 'silent', why: reasons[outcome.kind] };
  // Not the volume of the last day: it changes for a day after the last trade.
  const state = [market.bid, market.ask, market.last].join(' ');
  return { kind: 'price', price: outcome.price, unit, at: undefined, state, dayVolumeUsd: 0 };
}

const reasons: Readonly<Record<Exclude<MarketOutcome['kind'], 'priced'>, string>> = {
  'one-sided': 'nothing is bid, or nothing is asked',
  crossed: 'it bids more than it asks',
  'wide-spread': 'bid and ask are more than two percent apart',
  thin: 'too little was traded in the last day',
};
