import type { LeftWhy } from '@openlode/ledger/trade-question';
import {
  type LeftTrade,
  type PlannedPosition,
  type PlannedTrade,
  planTradesNow,
  type TradePlanView,
} from '../../../domain/treasury/trade-plan.ts';
import { printList } from '../print-table.ts';
import { treasuryGroup } from './treasury.ts';
import { looks, type VerbFamily } from '../verb.ts';

const treasuryPlan = looks({
  name: 'treasury plan',
  does: 'what would be sold and bought at the exchange now to close what conversions have left, and why the rest would not: nothing is sent',
  needs: 'wallets',
  input: {},
  run: ({ payouts, wallet }) => planTradesNow({ ...payouts, wallet }),
  print: planText,
});

export function planText(plan: TradePlanView): string {
  return [exchangeText(plan), positionsText(plan.positions), ordersText(plan), leftText(plan)]
    .filter((part) => part !== '')
    .join('\n\n');
}

function exchangeText({ exchange, fault, before }: TradePlanView): string {
  const said =
    exchange === null
      ? 'There is no exchange in the settings, so nothing could be traded.'
      : fault === null
        ? `By what ${exchange} offers now.`
        : `${exchange} has not said all that it offers: ${fault}.`;
  return `${said} Nothing is sent. Trades, by orders and booked by you: ${before.hourUsd} dollars in the last hour, ${before.dayUsd} in the last day, which lost ${before.lostUsd}.${before.unvalued === 0 ? '' : ` Without a value, because a coin of theirs has no agreed price: ${before.unvalued}.`}`;
}

function positionsText(positions: readonly PlannedPosition[]): string {
  return printList(positions, 'Conversions have left nothing, and nothing lies at an exchange.', {
    coin: ({ coin }) => coin,
    'owed to miners': { right: ({ owed }) => owed },
    wallets: { right: ({ wallets }) => wallets ?? 'not known' },
    target: { right: ({ target }) => target },
    'on its way': { right: ({ onItsWay }) => onItsWay },
    exchange: { right: ({ exchange }) => exchange },
    'after it': { right: ({ exchangeAfter }) => exchangeAfter },
    conversion: { right: ({ conversion }) => conversion },
    'left then': { right: ({ conversionAfter }) => conversionAfter },
    dollars: { right: ({ usd }) => usd ?? 'no price' },
  });
}

function ordersText({ orders }: TradePlanView): string {
  return printList<PlannedTrade>(orders, 'No order.', {
    order: ({ side }) => side,
    amount: { right: ({ amount, base }) => `${amount} ${base}` },
    'at the worst for': { right: ({ price, quote }) => `${price} ${quote}` },
    'dollars at most': { right: ({ usd }) => usd },
    note: ({ isNetting }) => (isNetting ? 'gives what is to be sold for what is to be bought' : ''),
  });
}

function leftText({ left }: TradePlanView): string {
  if (left.length === 0) return '';
  return printList<LeftTrade>(left, '', {
    'not ordered': ({ side }) => side,
    amount: { right: ({ amount, coin }) => `${amount} ${coin}` },
    because: ({ why, note, side }) =>
      `${why === 'kept' ? keptWords[side] : reasons[why]}${note === null ? '' : ` (${note})`}`,
  });
}

const keptWords = {
  sell: 'wallets and the exchange hold no more beside what miners are owed and the target',
  buy: 'no more is missing of what miners are owed and the target',
};

const reasons: Readonly<Record<Exclude<LeftWhy, 'kept'>, string>> = {
  'not-at-exchange': 'it is not at the exchange, or orders hold it there',
  'no-funds': 'what it costs is not at the exchange, or orders hold it there, or it is owed',
  money: 'it is money that trades are made in, and is not sold',
  'other-side': 'more would bring more of the other coin than is needed',
  'order-cap': 'one order may not be worth more (OPENLODE_TRADE_CAP_ORDER)',
  'hour-cap': 'an hour may not be worth more (OPENLODE_TRADE_CAP_HOUR)',
  'day-cap': 'a day may not be worth more (OPENLODE_TRADE_CAP_DAY)',
  book: 'no more is offered within the limit',
  volume: 'it would be more than two percent of what is traded in a day',
  'odd-market': 'its steps, minima or offers are not above zero, or not the best first',
  'stale-book': 'what is offered has not changed for ten minutes, or was answered too long ago',
  'no-offers': 'nothing is bid, or nothing asked',
  'crossed-book': 'more is bid than asked',
  'off-price': 'the exchange is more than five percent from the agreed price',
  'below-minimum': 'it is less than the exchange takes',
  'below-price-step': 'its price is less than a step of the exchange',
  'below-step': 'it is less than a step of the exchange',
  'no-agreed-price': 'no price is agreed on',
  'wallet-silent': 'a wallet does not answer',
  'place-closed': 'nothing of it can be traded at the exchange now',
  'over-exposure-cap':
    'conversions have left more of it than may be traded unseen (OPENLODE_TRADE_CAP_EXPOSURE)',
  'over-place-cap':
    'what trades have brought of it lies at the exchange already, and would with this be worth more than may (OPENLODE_TRADE_CAP_EXPOSURE): withdraw it first',
  'over-loss-cap': 'the trades of a day have lost as much as they may (OPENLODE_TRADE_CAP_LOSS)',
  'unvalued-trade':
    'a trade of the last day has no value by agreed prices, so it is not known what the caps leave',
  'no-market': 'the exchange has no market for it that counts',
  'market-silent': 'its market was not asked in time, or has not answered',
};

export const treasuryPlanVerbs: VerbFamily = { group: treasuryGroup, verbs: [treasuryPlan] };
