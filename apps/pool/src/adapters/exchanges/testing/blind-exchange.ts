import type { Exchange, RequestOutcome } from '../../../domain/kernel/exchange.ts';
import type { StandInVenue } from './stand-in-venue.ts';

type Asked = Pick<Exchange, 'balances' | 'transfers' | 'withdraw'> &
  Partial<Pick<Exchange, 'place' | 'fills'>>;

/**
 * A mistake that suites have to find: what was not answered as taken counts as never sent, so that it is asked for again without being looked up. Of the
 * venue's lists and balances it sees what it was answered alone, or the pool would notice by them.
 */
export function blindExchange<E extends Asked>(exchange: E, venue: StandInVenue): E {
  const answered = new Set<string>();
  const believe = (outcome: RequestOutcome): RequestOutcome => {
    if (outcome.kind === 'accepted') answered.add(outcome.exchangeId);
    return outcome.kind === 'unknown' ? { kind: 'not-sent', why: outcome.why } : outcome;
  };
  const { place, fills } = exchange;
  return {
    ...exchange,
    balances: async () => {
      const hidden = hiddenIn(venue, answered);
      return new Map(
        [...(await exchange.balances())].map(([coin, { available, total }]) => {
          const more = hidden.get(coin) ?? 0n;
          return [coin, { available: available + more, total: total + more }];
        }),
      );
    },
    transfers: async (...asked: Parameters<Exchange['transfers']>) =>
      (await exchange.transfers(...asked)).filter(({ exchangeId }) => answered.has(exchangeId)),
    withdraw: async (...asked: Parameters<Exchange['withdraw']>) =>
      believe(await exchange.withdraw(...asked)),
    ...(place && {
      place: async (...asked: Parameters<Exchange['place']>) => believe(await place(...asked)),
    }),
    ...(fills && {
      fills: async (...asked: Parameters<Exchange['fills']>) =>
        (await fills(...asked)).filter(({ orderExchangeId }) => answered.has(orderExchangeId)),
    }),
  };
}

/** What was taken out of the venue, by coin, by what it was not answered for; below zero what came in. */
function hiddenIn(venue: StandInVenue, answered: ReadonlySet<string>): ReadonlyMap<string, bigint> {
  const hidden = new Map<string, bigint>();
  const add = (coin: string, amount: bigint) => hidden.set(coin, (hidden.get(coin) ?? 0n) + amount);
  // Gate puts a letter before the number of a withdrawal.
  for (const { kind, exchangeId, coin, gross } of venue.transfers)
    if (kind === 'withdrawal' && !answered.has(exchangeId) && !answered.has(`w${exchangeId}`))
      add(coin, gross);
  for (const { order, amount, price, fee, feeCoin } of venue.fills) {
    if (answered.has(order.exchangeId)) continue;
    const value = (amount * price) / 10n ** 18n;
    const sign = order.side === 'sell' ? 1n : -1n;
    add(order.market.base, sign * amount);
    add(order.market.quote, -sign * value);
    add(feeCoin, fee);
  }
  return hidden;
}
