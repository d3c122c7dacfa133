import { formatAmount, parseAmount } from '@openlode/money/amount';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Exchange, LimitOrder } from '../../domain/kernel/exchange.ts';
import { signature } from './kraken-client.ts';
import { krakenExchange, type KrakenNetwork, type KrakenOptions } from './kraken-exchange.ts';
import { unpacedKraken } from './kraken-pace.ts';
import { krakenFace, krakenLogin } from './testing/kraken-face.ts';
import { sampleVenue } from './testing/sample-venue.ts';
import type { StandInVenue } from './testing/stand-in-venue.ts';
import { serveVenue, type VenueServer } from './testing/venue-server.ts';

const own = 'ltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq';
const networks: readonly KrakenNetwork[] = [
  {
    coin: 'LTC',
    network: 'LTC',
    method: 'LTC',
    key: 'pool',
    address: own,
    memo: '',
    amountMin: parseAmount('0.01'),
    amountStep: parseAmount('0.00000001'),
  },
];

it('signs as Kraken’s documentation shows it', () => {
  const secret = 'kQH5HW/8p1uGOVjbgWA7FunAmGO8lsSUXNsu3eow76sz84Q18fWxnyRzBHCd3pd5nE9qa99HAZtuZuj6F1huXg==';
  const body = 'nonce=1616492376594&ordertype=limit&pair=XBTUSD&price=37500&type=buy&volume=1.25';
  expect(signature('/0/private/AddOrder', '1616492376594', body, secret)).toBe(
    '4/dpxb3iT4tp/ZCVEwSnEsLxx0bqyhLpdfOpc6fn7OR8+UClSV5n9E6aSS8MPtnRfp32bAb0nmbRn6H8ndwLUQ==',
  );
});

describe('krakenExchange, on a stand-in for Kraken', () => {
  let now: number;
  let venue: StandInVenue;
  let server: VenueServer;
  let kraken: Exchange;
  let ignores: { ids?: boolean; newest?: boolean };
  let options: KrakenOptions;
  const market = { base: 'LTC', quote: 'USD' };
  const order = (more: Partial<LimitOrder> = {}): LimitOrder => ({
    ...market,
    id: 'ol-1',
    side: 'sell',
    amount: parseAmount('60'),
    price: parseAmount('99.5'),
    madeAt: now,
    ...more,
  });
  const withdrawal = { id: 'ol-w1', coin: 'LTC', network: 'LTC', address: own, memo: '', madeAt: 0 };
  const fee = parseAmount('0.001');

  beforeEach(async () => {
    now = Date.UTC(2026, 0, 15, 12);
    ignores = {};
    venue = sampleVenue(() => now, 'USD');
    server = await serveVenue(
      krakenFace(venue, { pool: { network: 'LTC', address: own } }, () => now, ignores),
    );
    options = {
      ...krakenLogin,
      url: server.url,
      now: () => now,
      limits: { callMs: 30_000, bytesMax: 100_000 },
      pace: unpacedKraken,
      networks,
    };
    kraken = krakenExchange(options);
    withdrawal.madeAt = now;
  });
  afterEach(() => server.close());

  it('knows markets, networks, offers and balances', async () => {
    const { markets, networks: out } = await kraken.terms();
    expect(markets[0]).toEqual({
      pair: 'XLTCZUSD',
      altname: 'XLTCZUSD',
      base: 'LTC',
      quote: 'USD',
      amountStep: parseAmount('0.0001'),
      priceStep: parseAmount('0.01'),
      amountMin: parseAmount('0.001'),
      valueMin: parseAmount('3'),
    });
    expect(out).toMatchObject([{ coin: 'LTC', network: 'LTC', canWithdraw: true, fee: undefined }]);
    expect((await kraken.book(market)).bids[0]).toEqual({
      price: parseAmount('99.9'),
      amount: parseAmount('50'),
    });
    expect((await kraken.balances()).get('LTC')).toEqual({
      total: parseAmount('1000'),
      available: parseAmount('1000'),
    });
    expect(await kraken.depositAddress('LTC', 'LTC')).toEqual({ address: 'deposit-XLTC-LTC', memo: '' });
    await expect(kraken.depositAddress('LTC', 'BSC')).rejects.toThrow('LTC is not taken on BSC at Kraken');
  });

  it('sends an order once, finds it by our id, and tells what was traded', async () => {
    const placed = await kraken.place(order());
    expect(placed).toEqual({ kind: 'accepted', exchangeId: '1001' });
    expect(await kraken.lookUpOrder(order())).toEqual({
      kind: 'found',
      exchangeId: '1001',
      isOpen: false,
      filled: parseAmount('60'),
    });
    expect(await kraken.lookUpOrder(order({ id: 'ol-2' }))).toEqual({ kind: 'absent' });
    expect(await kraken.fills(market, now)).toMatchObject([
      {
        side: 'sell',
        amount: parseAmount('50'),
        price: parseAmount('99.9'),
        value: parseAmount('4995'),
        fees: [{ amount: parseAmount('9.99'), coin: 'USD' }],
      },
      { side: 'sell', amount: parseAmount('10'), price: parseAmount('99.5'), orderExchangeId: '1001' },
    ]);
    expect(await kraken.fills({ base: 'XMR', quote: 'USD' }, now)).toEqual([]);
  });

  it('reads every page of trades', async () => {
    for (let index = 0; index < 60; index += 1)
      await kraken.place(order({ id: `ol-${index}`, amount: parseAmount('1'), price: parseAmount('99.9') }));
    expect(await kraken.fills(market, now)).toHaveLength(60);
  });

  it.each<readonly [string, Partial<LimitOrder>, string]>([
    [
      'an amount between two steps',
      { amount: parseAmount('1.00001') },
      '1.00001 LTC is no multiple of 0.0001',
    ],
    [
      'a price between two steps',
      { price: parseAmount('99.001') },
      'the price 99.001 is no multiple of 0.01',
    ],
    ['too little', { amount: parseAmount('0.02') }, 'worth less than 3 USD'],
    ['a market that is not there', { base: 'KAS' }, 'KAS is not traded for USD here'],
    ['an id of another form', { id: 'An order' }, 'an order cannot be called An order'],
  ])('sends nothing of %s', async (_name, more, why) => {
    expect(await kraken.place(order(more))).toEqual({ kind: 'not-sent', why });
    expect(venue.orders).toEqual([]);
    expect(server.calls.filter(({ path }) => path.endsWith('AddOrder'))).toEqual([]);
  });

  it('says that nothing was sent where it could not even ask for the terms', async () => {
    const silent = await serveVenue({
      movesMoney: () => false,
      answer: () => ({ status: 503, body: {} }),
      refuse: () => ({ status: 500, body: {} }),
    });
    const exchange = krakenExchange({ ...options, url: silent.url });
    expect(await exchange.place(order())).toEqual({ kind: 'not-sent', why: 'HTTP 503' });
    await silent.close();
  });

  it('leaves open what became of an order that Kraken refuses; one that arrives after its deadline is not taken', async () => {
    await kraken.terms();
    expect(await kraken.place(order({ amount: parseAmount('5000') }))).toEqual({
      kind: 'unknown',
      why: 'EOrder:not enough balance',
    });
    const slow = order();
    server.faultOf = () => ({ taken: 'later', loss: 'reset' });
    expect(await kraken.place(slow)).toMatchObject({ kind: 'unknown' });
    now += 30_001;
    server.takeLate();
    expect(venue.orders).toEqual([]);
  });

  it('sends nothing that was made a while ago: it could be taken after it was looked for', async () => {
    await kraken.terms();
    const why = 'it was made 15 s ago';
    expect(await kraken.place(order({ madeAt: now - 15_001 }))).toEqual({ kind: 'not-sent', why });
    const old = { ...withdrawal, amount: parseAmount('5'), feeMax: fee, madeAt: now - 15_001 };
    expect(await kraken.withdraw(old)).toEqual({ kind: 'not-sent', why });
    expect(server.calls.filter(({ path }) => /AddOrder|Withdraw$/.test(path))).toEqual([]);
  });

  it('asks for the fee in the quote, where its history names it', async () => {
    await kraken.place(order());
    const body = server.calls.find(({ path }) => path.endsWith('AddOrder'))?.body;
    expect(new URLSearchParams(body).get('oflags')).toBe('fciq');
  });

  it('shows what is there under names that our table does not have', async () => {
    const other = await serveVenue({
      movesMoney: () => false,
      answer: () => ({
        status: 200,
        body: {
          error: [],
          result: {
            'XXBT.F': { balance: '0.5', hold_trade: '0' },
            XXBT: { balance: '1', hold_trade: '0.25' },
            'LTC.S': { balance: '0', hold_trade: '0' },
          },
        },
      }),
      refuse: () => ({ status: 500, body: '' }),
    });
    const exchange = krakenExchange({ ...options, url: other.url });
    expect([...(await exchange.balances())]).toEqual([
      ['[XXBT.F]', { total: parseAmount('0.5'), available: parseAmount('0.5') }],
      ['BTC', { total: parseAmount('1'), available: parseAmount('0.75') }],
    ]);
    await other.close();
  });

  it('takes no page of trades for all of them', async () => {
    let count = 3;
    const trade = (at: number) => ({
      ordertxid: 'O1',
      pair: 'XLTCZUSD',
      time: at,
      type: 'sell',
      price: '99',
      vol: '1',
      cost: '99',
      fee: '0.1',
    });
    const other = await serveVenue({
      movesMoney: () => false,
      answer: ({ path }) =>
        path.endsWith('AssetPairs')
          ? krakenFace(venue, {}, () => now).answer({ path, query: new URLSearchParams() } as never)
          : {
              status: 200,
              body: { error: [], result: { trades: { T1: trade(1000), T2: trade(1001) }, count } },
            },
      refuse: () => ({ status: 500, body: '' }),
    });
    const exchange = krakenExchange({ ...options, url: other.url });
    await expect(exchange.fills(market, 4_600_500)).rejects.toThrow('2 of 3 trades were answered');
    count = 2;
    expect(await exchange.fills(market, 4_600_500)).toMatchObject([
      { exchangeId: 'T1', at: 1_000_000 },
      { exchangeId: 'T2', at: 1_001_000 },
    ]);
    // An hour for the clocks, and a second because Kraken leaves out what was traded at the start itself.
    const start = new URLSearchParams(other.calls.at(-1)?.body).get('start');
    expect(start).toBe('999');
    await other.close();
  });

  it('takes no order for absent where Kraken does not narrow its list to our id', async () => {
    ignores.ids = true;
    for (let index = 0; index < 50; index += 1)
      await kraken.place(
        order({ id: `ol-${index}`, amount: parseAmount('0.1'), price: parseAmount('99.9') }),
      );
    expect(await kraken.lookUpOrder(order({ id: 'ol-7' }))).toMatchObject({ kind: 'found' });
    expect(await kraken.lookUpOrder(order({ id: 'ol-x' }))).toEqual({
      kind: 'unanswered',
      why: 'the list of orders is cut off',
    });
  });

  it('takes no order late whose number is below that of a later call', async () => {
    await kraken.terms();
    server.faultOf = () => ({ taken: 'later', loss: 'reset' });
    expect(await kraken.place(order())).toMatchObject({ kind: 'unknown' });
    expect(await kraken.lookUpOrder(order())).toEqual({ kind: 'absent' });
    server.takeLate();
    expect(venue.orders).toEqual([]);
  });

  it('withdraws so that the amount arrives, to the registered address alone, and finds it again', async () => {
    const sent = { ...withdrawal, amount: parseAmount('5'), feeMax: fee };
    expect(await kraken.withdraw(sent)).toEqual({ kind: 'accepted', exchangeId: '1001' });
    expect(venue.transfers).toMatchObject([{ gross: parseAmount('5.001'), address: own }]);
    expect(formatAmount(venue.balances.get('LTC') ?? 0n)).toBe('994.999');
    const body = server.calls.find(({ path }) => path.endsWith('/Withdraw'))?.body;
    expect(new URLSearchParams(body).get('max_fee')).toBe('0.001');
    expect(await kraken.transfers('withdrawal', 'LTC', now)).toEqual([
      {
        kind: 'withdrawal',
        exchangeId: '1001',
        id: undefined,
        coin: 'LTC',
        address: own,
        amount: parseAmount('5'),
        fee,
        state: 'pending',
        txid: undefined,
        at: now,
      },
    ]);
  });

  it.each([3000, -3000])(
    'finds what it has sent where its clock is %i ms ahead of Kraken’s',
    async (aheadMs) => {
      const ours = now + aheadMs;
      const exchange = krakenExchange({ ...options, now: () => now + aheadMs });
      const sent = { ...withdrawal, amount: parseAmount('5'), feeMax: fee, madeAt: ours };
      expect(await exchange.withdraw(sent)).toMatchObject({ kind: 'accepted' });
      expect(await exchange.transfers('withdrawal', 'LTC', ours)).toMatchObject([{ exchangeId: '1001' }]);
      expect(await exchange.place(order({ madeAt: ours }))).toMatchObject({ kind: 'accepted' });
      expect(await exchange.fills(market, ours)).toHaveLength(2);
      expect(await exchange.lookUpOrder(order({ madeAt: ours }))).toMatchObject({ kind: 'found' });
    },
  );

  it('reads more transfers than one answer has, and withdrawals however many deposits there are', async () => {
    const since = now;
    for (let index = 0; index < 60; index += 1) {
      venue.deposit('LTC', 'LTC', 1n);
      now += 3_600_000;
    }
    const deposits = await kraken.transfers('deposit', 'LTC', since);
    expect(deposits.map(({ exchangeId }) => exchangeId)).toEqual(
      Array.from({ length: 60 }, (_each, index) => String(1001 + index)),
    );
    for (let index = 0; index < 25; index += 1) venue.deposit('LTC', 'LTC', 1n);
    await expect(kraken.transfers('deposit', 'LTC', now)).rejects.toThrow(
      '25 answers or more: a part may be missing',
    );
    expect(await kraken.transfers('withdrawal', 'LTC', now)).toEqual([]);
  });

  it('reads no transfers since longer ago than Kraken keeps them, and names how many it asks for', async () => {
    const days = (count: number) => now - count * 86_400_000;
    for (const kind of ['withdrawal', 'deposit'] as const) {
      await expect(kraken.transfers(kind, 'LTC', days(89) - 1)).rejects.toThrow(
        'Kraken shows no transfers since more than 89 days',
      );
      expect(await kraken.transfers(kind, 'LTC', days(89))).toEqual([]);
    }
    const limits = server.calls.map(({ path, body }) => [
      path.split('/').at(-1),
      new URLSearchParams(body).get('limit'),
    ]);
    expect(limits).toEqual([
      ['WithdrawStatus', '500'],
      ['DepositStatus', '25'],
    ]);
  });

  it('takes no list of transfers for whole that may be cut off', async () => {
    const transfer = { id: '', coin: 'LTC', network: 'LTC', address: own, gross: parseAmount('0.5') };
    for (let index = 0; index < 500; index += 1) venue.withdraw(transfer);
    await expect(kraken.transfers('withdrawal', 'LTC', now)).rejects.toThrow(
      '500 answers or more: a part may be missing',
    );
  });

  it.each([
    [
      'to another address',
      { address: 'ltc1qother' },
      'ltc1qother is not the address that is registered for LTC',
    ],
    ['with a memo that is not registered', { memo: '7' }, '"7" is not the memo that is registered for LTC'],
    ['on a network that is not ours', { network: 'BSC' }, 'LTC cannot be withdrawn on BSC here'],
    [
      'that costs more than it may',
      { feeMax: fee - 1n },
      'it costs 0.001 LTC, more than 0.000999999999999999',
    ],
    [
      'of an amount that would be rounded',
      { amount: 1n },
      '0.000000000000000001 LTC is no multiple of 0.00000001',
    ],
  ])('sends no withdrawal %s', async (_name, more, why) => {
    expect(await kraken.withdraw({ ...withdrawal, amount: parseAmount('5'), feeMax: fee, ...more })).toEqual({
      kind: 'not-sent',
      why,
    });
    expect(venue.transfers).toEqual([]);
  });
});
