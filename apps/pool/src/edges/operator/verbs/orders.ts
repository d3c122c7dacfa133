import { judgeReason } from '../../../domain/kernel/decision.ts';
import { keysElsewhere, requireKeys } from '../../../domain/treasury/keys-elsewhere.ts';
import { adoptTrade, type AdoptOutcome } from '../../../domain/treasury/orders/adopt-trade.ts';
import { endOrder, type EndOutcome } from '../../../domain/treasury/orders/end-order.ts';
import { followOrders } from '../../../domain/treasury/orders/follow-order.ts';
import { isUnfinished } from '../../../domain/treasury/orders/order-rows.ts';
import { tradeOnce, type TradeRun } from '../../../domain/treasury/orders/trade-once.ts';
import { listTurns } from '../../../domain/views/list-turns.ts';
import { resumeTrading, type ResumeOutcome } from '../../../domain/treasury/orders/trade-turns.ts';
import { planTradesNow, type TradePlanView } from '../../../domain/treasury/trade-plan.ts';
import { listOrders, type ListedOrder } from '../../../domain/views/list-orders.ts';
import { flag, optionalText, text } from '../parameters.ts';
import { printList } from '../print-table.ts';
import { instant, malformedReason } from '../sentences.ts';
import { decides, looks, type VerbFamily } from '../verb.ts';
import { planText } from './treasury-plan.ts';

const limit = 50;

const finding = {
  means: 'an order is not over',
  isThere: (found: readonly ListedOrder[]) => found.some(({ state }) => isUnfinished(state)),
};

const ordersList = looks({
  name: 'orders list',
  does: 'what was ordered at exchanges, what became of it and what it waits for; what is not over comes first',
  isDefault: true,
  input: {},
  run: ({ db }) => listOrders({ db }, { limit }),
  finding,
  print: ordersText,
});

const ordersLook = looks({
  name: 'orders look',
  does: 'ask exchanges what became of every order that is not over, and book what was traded: nothing is ordered',
  needs: 'wallets',
  input: {},
  run: async ({ payouts }) => {
    requireKeys(payouts);
    for (const trader of payouts.traders ?? []) await followOrders(payouts, trader);
    return listOrders(payouts, { limit });
  },
  finding,
  print: ordersText,
});

type PlaceOutcome =
  | { readonly kind: 'done'; readonly run: TradeRun }
  /** Nothing was sent: what would be. */
  | { readonly kind: 'dry'; readonly plan: TradePlanView }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'malformed-reason' };

const ordersPlace = decides({
  name: 'orders place',
  does: 'carry out the plan of trades once, order after order; without --send it prints the plan and sends nothing',
  needs: 'wallets',
  input: { send: flag('--send', 'send them; left out, nothing is sent') },
  run: async ({ payouts, wallet, actor }, { send = false, reason: typed }): Promise<PlaceOutcome> => {
    if (!send) return { kind: 'dry', plan: await planTradesNow({ ...payouts, wallet }) };
    const reason = judgeReason(typed);
    if (reason === undefined) return { kind: 'malformed-reason' };
    const [trader] = payouts.traders ?? [];
    if (trader === undefined)
      return {
        kind: 'refused',
        why:
          keysElsewhere(payouts) ??
          'the settings name no key that trades (OPENLODE_EXCHANGE_KRAKEN_TRADE_KEY_FILE)',
      };
    const pause = () => new Promise<void>((resolve) => setTimeout(resolve, pauseMs));
    return { kind: 'done', run: await tradeOnce({ ...payouts, wallet, actor, reason, pause }, trader) };
  },
  asks: ({ send = false }) =>
    send
      ? 'Order what the plan says now at the exchange? What is filled cannot be taken back (openlode treasury plan).'
      : 'Print what would be ordered? Nothing is sent without --send.',
  isDone: ({ kind }) => kind === 'done' || kind === 'dry',
  print: (outcome) => {
    switch (outcome.kind) {
      case 'dry':
        return planText(outcome.plan);
      case 'refused':
        return `Nothing was ordered: ${outcome.why}.`;
      case 'malformed-reason':
        return malformedReason;
      case 'done':
        return runText(outcome.run);
    }
  },
});

const ordersEnd = decides({
  name: 'orders end',
  does: 'end an order that its exchange has not shown for a day, so that others are made there; it is still looked for, and booked if it shows',
  needs: 'wallets',
  input: {
    id: text('<order>', 'an id of openlode orders'),
    otherTrades: optionalText(
      '--other-trades <ids>',
      "the exchange's ids of trades that you made there yourself, with commas between",
    ),
  },
  run: async ({ payouts, actor }, { id, otherTrades = '', reason }): Promise<EndOutcome> => {
    const why = keysElsewhere(payouts);
    if (why !== undefined) return { kind: 'refused', why };
    return endOrder({ ...payouts, actor }, (payouts.traders ?? [])[0], {
      id,
      reason,
      otherTrades: otherTrades.split(',').flatMap((each) => (each.trim() === '' ? [] : [each.trim()])),
    });
  },
  asks: ({ id }) =>
    `End order ${id}? If the exchange has taken it all the same, the next plan may order it a second time: look there yourself first.`,
  isDone: ({ kind }) => kind === 'ended',
  print: (outcome, { id }) => {
    switch (outcome.kind) {
      case 'ended':
        return `Ended: ${id}. It is still looked for, once an hour.`;
      case 'malformed-reason':
        return malformedReason;
      case 'refused':
        return `Not ended: ${outcome.why}.`;
    }
  },
});

const ordersAdopt = decides({
  name: 'orders adopt',
  does: 'book what an exchange has traded for an order that a restored ledger does not have, where conversions have still to make it',
  needs: 'wallets',
  input: {
    place: text('<place>', 'an exchange of the settings'),
    order: text('<order>', "the exchange's own id of the order, as places correct names it"),
  },
  run: async ({ payouts, actor }, typed): Promise<AdoptOutcome> => {
    const why = keysElsewhere(payouts);
    return why === undefined ? adoptTrade({ ...payouts, actor }, typed) : { kind: 'refused', why };
  },
  asks: ({ place, order }) =>
    `Book every trade that ${place} names of its order ${order} as one of conversions? An entry is never changed, only corrected.`,
  isDone: ({ kind }) => kind === 'booked',
  print: (outcome, { order }) => {
    switch (outcome.kind) {
      case 'booked':
        return `Booked: ${order}, as order ${outcome.id}. See openlode orders.`;
      case 'malformed-reason':
        return malformedReason;
      case 'refused':
        return `Not booked: ${outcome.why}.`;
    }
  },
});

const ordersTurns = looks({
  name: 'orders turns',
  does: 'what the pool ordered, or would order, by itself in its newest turn at each exchange, why not more, and what has stopped it',
  input: {},
  run: ({ db }) => listTurns({ db }),
  finding: {
    means: 'what is ordered by itself has stopped',
    isThere: (found) => found.some(({ stoppedWhy }) => stoppedWhy !== null),
  },
  print: (found) =>
    printList(found, 'No turn was taken: the settings name no key that trades, or none has come yet.', {
      place: ({ place }) => place,
      at: ({ ranAt }) => (ranAt === null ? '' : instant(ranAt)),
      sends: ({ isSending }) => (isSending ? 'yes' : 'no, it only says it'),
      stopped: ({ stoppedWhy }) => stoppedWhy ?? '',
      said: ({ said }) => said ?? '',
    }),
});

const ordersResume = decides({
  name: 'orders resume',
  does: 'let the pool order by itself again at an exchange, after it has stopped and you have looked',
  input: { place: text('<place>', 'an exchange of the settings') },
  run: ({ db, clock, actor }, typed): Promise<ResumeOutcome> => resumeTrading({ db, clock, actor }, typed),
  asks: ({ place }) => `Let the pool order by itself at ${place} again (openlode orders turns)?`,
  isDone: ({ kind }) => kind === 'resumed',
  print: (outcome, { place }) => {
    switch (outcome.kind) {
      case 'resumed':
        return `Resumed: ${place}.`;
      case 'not-stopped':
        return `Nothing is stopped at ${place}.`;
      case 'malformed-reason':
        return malformedReason;
    }
  },
});

/** Between two looks at an order that was sent, ms. */
const pauseMs = 1000;

function runText({ orders, stopped }: TradeRun): string {
  const done = printList(orders, 'Nothing was ordered.', {
    order: ({ id }) => id,
    side: ({ side }) => side,
    amount: { right: ({ amount, base }) => `${amount} ${base}` },
    'at the worst for': { right: ({ price, quote }) => `${price} ${quote}` },
    state: ({ state }) => state,
  });
  return stopped === null ? done : `${done}\n\nStopped: ${stopped}.`;
}

function ordersText(found: readonly ListedOrder[]): string {
  return printList(found, 'Nothing was ordered at an exchange.', {
    order: ({ id }) => id,
    place: ({ place }) => place,
    side: ({ side }) => side,
    amount: { right: ({ amount, base }) => `${amount} ${base}` },
    'at the worst for': { right: ({ price, quote }) => `${price} ${quote}` },
    state: ({ state }) => state,
    since: ({ since }) => instant(since),
    filled: { right: ({ filled }) => filled },
    for: { right: ({ value }) => value },
    fees: ({ fees }) => fees,
    note: ({ note }) => note ?? '',
  });
}

export const ordersVerbs: VerbFamily = {
  group: { name: 'orders', does: 'what is ordered at exchanges to close what conversions have left' },
  verbs: [ordersList, ordersLook, ordersPlace, ordersEnd, ordersAdopt, ordersTurns, ordersResume],
};
