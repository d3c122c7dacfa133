import { formatAmount, parseAmount } from '@openlode/money/amount';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Exchange, LimitOrder } from '../../domain/kernel/exchange.ts';
import { nonkycSignature } from './nonkyc-client.ts';
import { nonkycFace } from './testing/nonkyc-face.ts';
import { sampleVenue } from './testing/sample-venue.ts';
import type { StandInVenue } from './testing/stand-in-venue.ts';
import { nonkycUnderLoss } from './testing/venues-under-loss.ts';
import { serveVenue, type VenueServer } from './testing/venue-server.ts';

it('signs the key, the whole address, the body and the number, as NonKYC’s own client does', () => {
  expect(
    nonkycSignature({
      apiKey: 'k',
      secret: 's',
      address: 'https://api.nonkyc.io/api/v2/createorder',
      body: '{"symbol":"LTC/USDT"}',
      nonce: '1700000000000',
    }),
  ).toBe('e84d669a17175644334f1630ecd2a6796c1bb0c32f1755a70e45830c6b32fcae');
});

describe('nonkycExchange, on a stand-in for NonKYC', () => {
  let now: number;
  let venue: StandInVenue;
  let server: VenueServer;
  let words: {
    ignoresIds?: boolean;
    totals?: string;
    alternate?: { alternateFeeAsset: string; alternateFee: string };
  };
  let nonkyc: Exchange;
  const own = 'ltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq';
  const market = { base: 'LTC', quote: 'USDT' };
  const order = (more: Partial<LimitOrder> = {}): LimitOrder => ({
    ...market,
    id: 'ol-1',
    side: 'sell',
    amount: parseAmount('60'),
    price: parseAmount('99.5'),
    madeAt: now,
    ...more,
  });
  const withdrawal = () => ({
    id: 'ol-w1',
    coin: 'LTC',
    network: 'LTC',
    address: own,
    memo: '',
    amount: parseAmount('5'),
    feeMax: parseAmount('0.001'),
    madeAt: now,
  });
  const bodiesOf = (name: string) =>
    server.calls.filter(({ path }) => path.endsWith(name)).map(({ body }) => JSON.parse(body) as unknown);

  beforeEach(async () => {
    now = Date.UTC(2026, 0, 15, 12);
    words = {};
    venue = sampleVenue(() => now, 'USDT');
    server = await serveVenue(nonkycFace(venue, words));
    nonkyc = await nonkycUnderLoss(30_000).open(server.url, () => now);
  });
  afterEach(() => server.close());

  it('knows markets, networks, offers, balances and addresses', async () => {
    const { markets, networks } = await nonkyc.terms();
    expect(markets[0]).toEqual({
      ...market,
      amountStep: parseAmount('0.0001'),
      priceStep: parseAmount('0.01'),
      amountMin: parseAmount('0.001'),
      valueMin: parseAmount('3'),
    });
    expect(networks).toMatchObject([{ coin: 'LTC', network: 'LTC', fee: parseAmount('0.001') }]);
    expect((await nonkyc.book(market)).asks[0]).toEqual({
      price: parseAmount('100'),
      amount: parseAmount('2'),
    });
    expect((await nonkyc.balances()).get('LTC')).toEqual({
      total: parseAmount('1000'),
      available: parseAmount('1000'),
    });
    expect(await nonkyc.depositAddress('LTC', 'LTC')).toEqual({ address: 'deposit-LTC', memo: '' });
    await expect(nonkyc.depositAddress('LTC', 'BSC')).rejects.toThrow('LTC is not taken on BSC at NonKYC');
  });

  it('sends an order once, cancels what does not fill, and tells what was traded', async () => {
    expect(await nonkyc.place(order({ amount: parseAmount('300') }))).toEqual({
      kind: 'accepted',
      exchangeId: '1001',
    });
    expect(bodiesOf('/createorder')).toEqual([
      {
        userProvidedId: 'ol-1',
        symbol: 'LTC/USDT',
        side: 'sell',
        type: 'limit',
        quantity: '300',
        price: '99.5',
        strictValidate: true,
      },
    ]);
    expect(bodiesOf('/cancelorder')).toEqual([{ id: '1001' }]);
    const filled = parseAmount('250');
    const found = { kind: 'found', exchangeId: '1001', isOpen: false, filled };
    expect(await nonkyc.lookUpOrder(order())).toEqual(found);
    expect(await nonkyc.fills(market, now)).toMatchObject([
      {
        side: 'sell',
        amount: parseAmount('50'),
        price: parseAmount('99.9'),
        value: parseAmount('4995'),
        fees: [{ amount: parseAmount('9.99'), coin: 'USDT' }],
      },
      { amount: parseAmount('200'), value: parseAmount('19900'), orderExchangeId: '1001' },
    ]);
    expect(await nonkyc.fills({ base: 'XMR', quote: 'USDT' }, now)).toEqual([]);
  });

  it('ends an order that a lost answer has left open, by the look that finds it', async () => {
    server.faultOf = () => ({ taken: 'now', loss: 'reset' });
    expect(await nonkyc.place(order({ amount: parseAmount('300') }))).toMatchObject({ kind: 'unknown' });
    expect(bodiesOf('/cancelorder')).toEqual([]);
    expect((await nonkyc.balances()).get('LTC')).toEqual({
      total: parseAmount('750'),
      available: parseAmount('700'),
    });
    expect(await nonkyc.lookUpOrder(order())).toMatchObject({
      kind: 'found',
      isOpen: false,
      filled: parseAmount('250'),
    });
    expect(bodiesOf('/cancelorder')).toEqual([{ id: '1001' }]);
    expect((await nonkyc.balances()).get('LTC')?.available).toBe(parseAmount('750'));
  });

  it('takes an order for absent only where the list of orders does not have it either', async () => {
    expect(await nonkyc.lookUpOrder(order())).toEqual({ kind: 'absent' });
    await nonkyc.place(order());
    words.ignoresIds = true;
    expect(await nonkyc.lookUpOrder(order())).toMatchObject({ kind: 'found', exchangeId: '1001' });
    expect(await nonkyc.lookUpOrder(order({ id: 'ol-2' }))).toEqual({ kind: 'absent' });
  });

  it.each<readonly [string, Partial<LimitOrder>, string]>([
    ['between two steps', { amount: parseAmount('1.00001') }, '1.00001 LTC is no multiple of 0.0001'],
    ['too little', { amount: parseAmount('0.02') }, 'worth less than 3 USDT'],
    ['of a market that is not there', { base: 'KAS' }, 'KAS is not traded for USDT here'],
    ['that was made a while ago', { madeAt: Date.UTC(2026, 0, 15, 11, 59, 29) }, 'it was made 31 s ago'],
  ])('sends no order %s', async (_name, more, why) => {
    expect(await nonkyc.place(order(more))).toEqual({ kind: 'not-sent', why });
    expect(bodiesOf('/createorder')).toEqual([]);
  });

  it('leaves open what became of an order that NonKYC refuses', async () => {
    expect(await nonkyc.place(order({ amount: parseAmount('5000') }))).toEqual({
      kind: 'unknown',
      why: 'not enough balance',
    });
  });

  it('takes no order late whose number is below that of a later call', async () => {
    server.faultOf = () => ({ taken: 'later', loss: 'timeout' });
    const impatient = await nonkycUnderLoss(200).open(server.url, () => now);
    expect(await impatient.place(order())).toEqual({ kind: 'unknown', why: 'no whole answer in time' });
    expect(await impatient.lookUpOrder(order())).toEqual({ kind: 'absent' });
    server.takeLate();
    expect(venue.orders).toEqual([]);
  });

  it('withdraws so that the amount arrives, and finds it again by address and amount', async () => {
    expect(await nonkyc.withdraw(withdrawal())).toEqual({ kind: 'accepted', exchangeId: '1001' });
    expect(bodiesOf('/createwithdrawal')).toEqual([{ ticker: 'LTC', quantity: '5', address: own }]);
    expect(formatAmount(venue.balances.get('LTC') ?? 0n)).toBe('994.999');
    venue.deliver();
    expect(await nonkyc.transfers('withdrawal', 'LTC', now)).toEqual([
      {
        kind: 'withdrawal',
        exchangeId: '1001',
        id: undefined,
        coin: 'LTC',
        address: own,
        amount: parseAmount('5'),
        fee: parseAmount('0.001'),
        state: 'done',
        txid: 'tx1001',
        at: now,
      },
    ]);
  });

  it.each([
    ['that costs more than it may', { feeMax: 1n }, 'it costs 0.001 LTC, more than 0.000000000000000001'],
    ['on a network that is not in the table', { network: 'BSC' }, 'LTC cannot be withdrawn on BSC here'],
    ['that was made a while ago', { madeAt: Date.UTC(2026, 0, 15, 11, 59, 29) }, 'it was made 31 s ago'],
  ])('sends no withdrawal %s', async (_name, more, why) => {
    expect(await nonkyc.withdraw({ ...withdrawal(), ...more })).toEqual({ kind: 'not-sent', why });
    expect(venue.transfers).toEqual([]);
  });

  it('reads every page of what came in', async () => {
    for (let index = 0; index < 501; index += 1) venue.deposit('LTC', 'LTC', 1n, { isDone: true });
    const deposits = await nonkyc.transfers('deposit', 'LTC', now);
    expect(deposits).toHaveLength(501);
    expect(deposits[0]).toMatchObject({ state: 'done', address: 'deposit-LTC', amount: 1n, fee: 0n });
    expect(server.calls.filter(({ path }) => path.endsWith('/getdeposits'))).toHaveLength(2);
  });

  it('takes no trade whose total does not fit, and names a fee in a coin of its own', async () => {
    await nonkyc.place(order({ amount: parseAmount('10') }));
    words.alternate = { alternateFeeAsset: 'NKC', alternateFee: '0.5' };
    expect((await nonkyc.fills(market, now))[0]?.fees).toEqual([
      { coin: '[NKC]', amount: parseAmount('0.5') },
    ]);
    words.totals = '999';
    await expect(nonkyc.fills(market, now)).rejects.toThrow(
      'a trade whose total is not its value and its fee',
    );
  });
});
