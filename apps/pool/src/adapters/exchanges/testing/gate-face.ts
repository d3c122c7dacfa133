import { createHash, createHmac } from 'node:crypto';
import { parseAmount } from '@openlode/money/amount';
import {
  gateReads,
  type GateWords,
  LabelledRefusal,
  marketOf,
  orderOf,
  publicAnswer,
} from './gate-answers.ts';
import type { StandInVenue } from './stand-in-venue.ts';
import type { VenueCall, VenueFace } from './venue-server.ts';

export const gateLogin = { apiKey: 'key', secret: 'secretOfGate' };

/** How old a signed call may be, ms. */
const windowMs = 60_000;

/** For how long an order that has ended is found by the id that it was given, ms. */
const idsMs = 3_600_000;

/**
 * Stands in for Gate's calls of version 4: signed with a time that may be a minute old, an own id on orders and on withdrawals, and a network
 * that the venue chooses where none is named. From its documentation; Gate itself was never asked.
 */
export function gateFace(venue: StandInVenue, now: () => number, words: GateWords = {}): VenueFace {
  const posts: Readonly<Record<string, (body: Readonly<Record<string, string>>) => unknown>> = {
    '/spot/orders': (body) => placeOrder(venue, body),
    '/withdrawals': (body) => withdraw(venue, body),
  };
  const gets = gateReads({ venue, words });
  return {
    movesMoney: ({ method }) => method === 'POST',
    answer: (call) => {
      const path = call.path.replace('/api/v4', '');
      const open = publicAnswer({ venue, words }, path, call.query);
      if (open !== undefined) return { status: 200, body: open };
      checkLogin(call, now());
      const order = /^\/spot\/orders\/(.+)$/.exec(path)?.[1];
      if (call.method === 'GET' && order !== undefined)
        return { status: 200, body: lookUp(venue, order, now()) };
      const does =
        call.method === 'POST' ? posts[path]?.(JSON.parse(call.body) as never) : gets[path]?.(call.query);
      if (does === undefined) throw new LabelledRefusal('NOT_FOUND', 404);
      return { status: call.method === 'POST' ? 201 : 200, body: does };
    },
    refuse: (refusal) => ({
      status: refusal instanceof LabelledRefusal ? refusal.status : 400,
      body: {
        label: refusal instanceof LabelledRefusal ? refusal.label : 'BALANCE_NOT_ENOUGH',
        message: refusal.message,
      },
    }),
  };
}

function checkLogin({ method, path, query, headers, body }: VenueCall, now: number): void {
  const at = Number(headers['timestamp']);
  if (!(Math.abs(now / 1000 - at) <= windowMs / 1000)) throw new LabelledRefusal('REQUEST_EXPIRED', 403);
  const hash = createHash('sha512').update(body).digest('hex');
  const text = [method, path, decodeURIComponent(query.toString()), hash, String(headers['timestamp'])].join(
    '\n',
  );
  const sign = createHmac('sha512', gateLogin.secret).update(text).digest('hex');
  if (headers['key'] !== gateLogin.apiKey || headers['sign'] !== sign)
    throw new LabelledRefusal('INVALID_SIGNATURE', 401);
}

function placeOrder(venue: StandInVenue, body: Readonly<Record<string, string>>): unknown {
  if (body['type'] !== 'limit' || body['time_in_force'] !== 'ioc')
    throw new LabelledRefusal('INVALID_PARAM_VALUE');
  return orderOf(
    venue.place({
      id: body['text'] ?? '',
      market: marketOf(venue, body['currency_pair']),
      side: body['side'] === 'sell' ? 'sell' : 'buy',
      amount: parseAmount(body['amount'] ?? ''),
      price: parseAmount(body['price'] ?? ''),
    }),
  );
}

function withdraw(venue: StandInVenue, body: Readonly<Record<string, string>>): unknown {
  const coin = body['currency'] ?? '';
  // Without a network the venue takes its own default, which for a token may be the wrong one.
  const network = body['chain'] ?? venue.networks.find((each) => each.coin === coin)?.name ?? '';
  const made = venue.withdraw({
    id: body['withdraw_order_id'] ?? '',
    coin,
    network,
    address: body['address'] ?? '',
    gross: parseAmount(body['amount'] ?? ''),
  });
  return {
    id: `w${made.exchangeId}`,
    currency: coin,
    amount: body['amount'],
    address: made.address,
    memo: null,
  };
}

function lookUp(venue: StandInVenue, named: string, now: number): unknown {
  const order = venue.orders.find(
    ({ exchangeId, id, at }) => exchangeId === named || (id === named && now - at <= idsMs),
  );
  if (order === undefined) throw new LabelledRefusal('ORDER_NOT_FOUND', 404);
  return orderOf(order);
}
