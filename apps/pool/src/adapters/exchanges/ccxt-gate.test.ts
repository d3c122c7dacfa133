import { formatAmount, parseAmount } from '@openlode/money/amount';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasCcxt, loadCcxt } from '../../../../../testing/ccxt-library.ts';
import type { Exchange, ExchangeWithdrawal, LimitOrder } from '../../domain/kernel/exchange.ts';
import type { CcxtModule } from './ccxt-client.ts';
import { openCcxtExchange } from './ccxt-exchange.ts';
import { fillOf, marketsOf, transferOf } from './ccxt-read.ts';
import { type CcxtVenue, gateVenue } from './ccxt-venues.ts';
import type { GateWords } from './testing/gate-answers.ts';
import { gateFace, gateLogin } from './testing/gate-face.ts';
import { sampleVenue } from './testing/sample-venue.ts';
import type { StandInVenue } from './testing/stand-in-venue.ts';
import { serveVenue, type VenueServer } from './testing/venue-server.ts';

describe.skipIf(!hasCcxt)('an exchange through ccxt, on a stand-in for Gate', () => {
  let ccxt: CcxtModule;
  let now: number;
  let venue: StandInVenue;
  let server: VenueServer;
  let gate: Exchange;
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
  const withdrawal = (more: Partial<ExchangeWithdrawal> = {}): ExchangeWithdrawal => ({
    id: 'ol-w1',
    coin: 'USDT',
    network: 'TRX',
    address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    memo: '',
    amount: parseAmount('50.1234'),
    feeMax: parseAmount('2'),
    madeAt: now,
    ...more,
  });
  const openAt = (url: string, of: CcxtVenue, clock: () => number) =>
    openCcxtExchange(ccxt, {
      ...gateLogin,
      venue: of,
      url: `${url}/api/v4`,
      now: clock,
      paceMs: 1,
      limits: { callMs: 30_000, bytesMax: 1_000_000 },
    });
  /** Another stand-in of the same venue, with other networks or other words. */
  const openOther = async (of: CcxtVenue, more: { networks?: object; words?: GateWords } = {}) => {
    const odd = sampleVenue(() => now, 'USDT');
    if (more.networks !== undefined) Object.assign(odd, { networks: more.networks });
    const other = await serveVenue(gateFace(odd, () => now, more.words));
    return { odd, other, exchange: await openAt(other.url, of, () => now) };
  };
  const sent = () => server.calls.filter(({ method }) => method === 'POST');

  beforeAll(async () => {
    ccxt = await loadCcxt<CcxtModule>();
  });
  beforeEach(async () => {
    now = Date.UTC(2026, 0, 15, 12);
    venue = sampleVenue(() => now, 'USDT');
    server = await serveVenue(gateFace(venue, () => now));
    gate = await openAt(server.url, gateVenue, () => now);
  });
  afterEach(() => server.close());

  it('knows markets, the networks of our table that the venue has, offers and balances', async () => {
    const { markets, networks } = await gate.terms();
    expect(markets[0]).toEqual({
      base: 'LTC',
      quote: 'USDT',
      amountStep: parseAmount('0.0001'),
      priceStep: parseAmount('0.01'),
      amountMin: parseAmount('0.001'),
      valueMin: parseAmount('3'),
    });
    expect(networks.map(({ coin, network, fee }) => [coin, network, formatAmount(fee ?? 0n)])).toEqual([
      ['LTC', 'LTC', '0.001'],
      ['USDT', 'ETH', '4'],
      ['USDT', 'TRX', '1.5'],
    ]);
    expect((await gate.book(market)).bids[0]).toEqual({
      price: parseAmount('99.9'),
      amount: parseAmount('50'),
    });
    expect((await gate.balances()).get('LTC')).toEqual({
      total: parseAmount('1000'),
      available: parseAmount('1000'),
    });
    expect(await gate.depositAddress('USDT', 'TRX')).toEqual({ address: 'deposit-USDT-TRX', memo: '' });
    expect((await gate.balances()).get('[XMR]')).toBeUndefined();
    venue.balances.set('XMR', 1n);
    expect((await gate.balances()).get('[XMR]')).toEqual({ total: 1n, available: 1n });
    await expect(gate.depositAddress('USDT', 'BSC')).rejects.toThrow('USDT on BSC is not in our table');
  });

  it('sends an order once, finds it by our id, and tells what was traded', async () => {
    expect(await gate.place(order())).toEqual({ kind: 'accepted', exchangeId: '1001' });
    expect(sent()).toHaveLength(1);
    expect(JSON.parse(sent()[0]?.body ?? '')).toEqual({
      text: 't-ol-1',
      currency_pair: 'LTC_USDT',
      type: 'limit',
      account: 'spot',
      side: 'sell',
      amount: '60',
      price: '99.5',
      time_in_force: 'ioc',
    });
    expect(await gate.lookUpOrder(order())).toEqual({
      kind: 'found',
      exchangeId: '1001',
      isOpen: false,
      filled: parseAmount('60'),
    });
    expect(await gate.lookUpOrder(order({ id: 'ol-2' }))).toEqual({ kind: 'absent' });
    expect(await gate.fills(market, now)).toMatchObject([
      {
        side: 'sell',
        amount: parseAmount('50'),
        price: parseAmount('99.9'),
        value: parseAmount('4995'),
        fees: [{ amount: parseAmount('9.99'), coin: 'USDT' }],
      },
      { side: 'sell', amount: parseAmount('10'), price: parseAmount('99.5'), orderExchangeId: '1001' },
    ]);
  });

  it('withdraws so that the amount arrives on the network that was asked for, and finds it by our id', async () => {
    expect(await gate.withdraw(withdrawal())).toEqual({ kind: 'accepted', exchangeId: 'w1001' });
    expect(venue.transfers).toMatchObject([{ network: 'TRX', gross: parseAmount('51.6234') }]);
    expect(await gate.transfers('withdrawal', 'USDT', now)).toEqual([
      {
        kind: 'withdrawal',
        exchangeId: 'w1001',
        id: 'ol-w1',
        coin: 'USDT',
        address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
        amount: parseAmount('50.1234'),
        fee: parseAmount('1.5'),
        state: 'pending',
        txid: undefined,
        at: now,
      },
    ]);
  });

  it.each<readonly [string, Partial<ExchangeWithdrawal>, string]>([
    ['that ccxt would round', { amount: parseAmount('50.12345') }, '50.12345 USDT is no multiple of 0.0001'],
    ['on a network that the venue has not', { network: 'BSC' }, 'USDT cannot be withdrawn on BSC here'],
    ['on a network of no table', { network: 'NOSUCH' }, 'USDT cannot be withdrawn on NOSUCH here'],
    ['that costs more than it may', { feeMax: parseAmount('1') }, 'it costs 1.5 USDT, more than 1'],
  ])('sends no withdrawal %s', async (_name, more, why) => {
    expect(await gate.withdraw(withdrawal(more))).toEqual({ kind: 'not-sent', why });
    expect(sent()).toEqual([]);
  });

  it('lets nothing leave that ccxt has changed', async () => {
    // A venue of which more decimals are believed than ccxt leaves: it would round what is withdrawn.
    const { exchange, other } = await openOther({ ...gateVenue, withdrawDecimals: 6 });
    expect(await exchange.withdraw(withdrawal({ amount: parseAmount('50.12345') }))).toEqual({
      kind: 'not-sent',
      why: 'amount would leave as "51.6235", and not as 51.62345',
    });
    expect(other.calls.filter(({ method }) => method === 'POST')).toEqual([]);
    await other.close();
  });

  it('sends no withdrawal whose cost it does not know, or that ccxt would round with it', async () => {
    const usdt = (fee: string) => [{ coin: 'USDT', name: 'TRX', fee: parseAmount(fee), amountMin: 0n }];
    const rounded = await openOther(gateVenue, { networks: usdt('1.23456') });
    expect(await rounded.exchange.withdraw(withdrawal())).toEqual({
      kind: 'not-sent',
      why: 'USDT cannot be withdrawn on TRX here',
    });
    const shared = await openOther(gateVenue, { words: { share: '0.1%' } });
    expect(await shared.exchange.withdraw(withdrawal())).toEqual({
      kind: 'not-sent',
      why: 'what a withdrawal of USDT costs is not known',
    });
    await Promise.all([rounded.other.close(), shared.other.close()]);
  });

  it('finds a withdrawal of now among those since long ago: ccxt asks for thirty days and no more', async () => {
    const since = now;
    now += 45 * 86_400_000;
    expect(await gate.withdraw(withdrawal())).toMatchObject({ kind: 'accepted' });
    expect(await gate.transfers('withdrawal', 'USDT', since)).toMatchObject([{ id: 'ol-w1' }]);
    expect(await gate.place(order())).toMatchObject({ kind: 'accepted' });
    expect(await gate.fills(market, since)).toHaveLength(2);
  });

  it.each([3000, -3000])(
    'finds what it has sent where its clock is %i ms ahead of the venue’s',
    async (aheadMs) => {
      const ours = now + aheadMs;
      const exchange = await openAt(server.url, gateVenue, () => now + aheadMs);
      expect(await exchange.withdraw(withdrawal({ madeAt: ours }))).toMatchObject({ kind: 'accepted' });
      expect(await exchange.transfers('withdrawal', 'USDT', ours)).toMatchObject([{ id: 'ol-w1' }]);
      expect(await exchange.place(order({ madeAt: ours }))).toMatchObject({ kind: 'accepted' });
      expect(await exchange.fills(market, ours)).toHaveLength(2);
      expect(await exchange.lookUpOrder(order({ madeAt: ours }))).toMatchObject({ kind: 'found' });
      now += 7_200_000;
      expect(await exchange.lookUpOrder(order({ madeAt: ours }))).toMatchObject({ kind: 'found' });
    },
  );

  it('takes no list for whole of which ccxt has left out an item', async () => {
    const { odd, other, exchange } = await openOther(gateVenue, { words: { deposit: { LTC: 'LTC_1' } } });
    odd.deposit('LTC', 'LTC', 1n);
    await expect(exchange.transfers('deposit', 'LTC', now)).rejects.toThrow('0 of 1 items were read');
    expect(await exchange.transfers('withdrawal', 'LTC', now)).toEqual([]);
    await other.close();
  });

  it('takes no list of withdrawals for whole where the venue’s own filter leaves out what it calls another way', async () => {
    const { other, exchange } = await openOther(gateVenue, {
      words: { withdrawal: { USDT: 'USDT_TRX' }, filtersWords: true },
    });
    expect(await exchange.transfers('withdrawal', 'USDT', now)).toEqual([]);
    expect(await exchange.withdraw(withdrawal())).toMatchObject({ kind: 'accepted' });
    await expect(exchange.transfers('withdrawal', 'USDT', now)).rejects.toThrow(
      'a withdrawal of USDT_TRX may be one of USDT',
    );
    await other.close();
  });

  it('tells the withdrawals of one coin from those of others', async () => {
    expect(await gate.withdraw(withdrawal())).toMatchObject({ kind: 'accepted' });
    const terms = { id: 'ol-w2', coin: 'LTC', network: 'LTC', address: 'ltc1q', amount: parseAmount('1') };
    expect(await gate.withdraw(withdrawal(terms))).toMatchObject({ kind: 'accepted' });
    expect(await gate.transfers('withdrawal', 'LTC', now)).toMatchObject([{ id: 'ol-w2', coin: 'LTC' }]);
    expect(await gate.transfers('withdrawal', 'USDT', now)).toMatchObject([{ id: 'ol-w1', coin: 'USDT' }]);
  });

  it.each<readonly [string, string | undefined, string]>([
    // Gate: “Failure on the chain awaiting confirmation”.
    ['FAIL', undefined, 'pending'],
    // Gate: truly completed only with a block number above zero.
    ['DONE', undefined, 'pending'],
    ['DONE', '', 'pending'],
    ['DONE', '0', 'pending'],
    ['DONE', '41575382', 'done'],
    ['CANCEL', undefined, 'failed'],
    ['INVALID', undefined, 'failed'],
    ['CANCELPEND', undefined, 'pending'],
    ['REVIEW', undefined, 'pending'],
    ['EXTPEND', '41575382', 'pending'],
    ['BCODE', undefined, 'pending'],
    ['a word of tomorrow', undefined, 'pending'],
  ])('takes a withdrawal that Gate calls %s, with block number %j, for %s', async (status, block, state) => {
    const { other, exchange } = await openOther(gateVenue, { words: { status, block } });
    expect(await exchange.withdraw(withdrawal())).toMatchObject({ kind: 'accepted' });
    expect(await exchange.transfers('withdrawal', 'USDT', now)).toMatchObject([{ state }]);
    await other.close();
  });

  it('takes a deposit that Gate calls DONE for done: those have no block number', async () => {
    const { odd, other, exchange } = await openOther(gateVenue, { words: { status: 'DONE' } });
    odd.deposit('LTC', 'LTC', 1n);
    expect(await exchange.transfers('deposit', 'LTC', now)).toMatchObject([{ state: 'done' }]);
    await other.close();
  });

  it('reads more transfers than one answer has', async () => {
    const since = now;
    for (let index = 0; index < 150; index += 1) {
      venue.deposit('LTC', 'LTC', 1n);
      now += 60_000;
    }
    const deposits = await gate.transfers('deposit', 'LTC', since);
    expect(deposits.map(({ exchangeId }) => exchangeId)).toEqual(
      Array.from({ length: 150 }, (_each, index) => `d${1001 + index}`),
    );
  });

  it('reads trades of which a fee was taken in the venue’s own coins, or none', () => {
    const trade = {
      id: '1',
      symbol: 'LTC/USDT',
      order: '2',
      side: 'sell' as const,
      amount: '1',
      price: '2',
      cost: '2',
      timestamp: 1,
    };
    const coins = new Set(['LTC', 'USDT']);
    const feesOf = (...fees: { cost: string; currency: string }[]) =>
      fillOf(market, { ...trade, fees }, coins).fees;
    expect(feesOf({ cost: '0', currency: 'USDT' }, { cost: '2.5', currency: 'GT' })).toEqual([
      { amount: parseAmount('2.5'), coin: '[GT]' },
    ]);
    expect(feesOf({ cost: '1', currency: 'USDT' }, { cost: '3', currency: 'GATEPOINT' })).toEqual([
      { amount: parseAmount('1'), coin: 'USDT' },
      { amount: parseAmount('3'), coin: '[GATEPOINT]' },
    ]);
    expect(feesOf()).toEqual([]);
    const { id: _id, ...nameless } = trade;
    const { timestamp: _timestamp, ...timeless } = trade;
    expect(() => fillOf(market, { ...nameless, fees: [] }, coins)).toThrow(
      'the answer has no text where it should',
    );
    expect(() => fillOf(market, { ...timeless, fees: [] }, coins)).toThrow('a time that is no number');
  });

  it('sends an id that begins as Gate’s own do, and finds it', async () => {
    expect(await gate.place(order({ id: 't-1' }))).toEqual({ kind: 'accepted', exchangeId: '1001' });
    expect(await gate.lookUpOrder(order({ id: 't-1' }))).toMatchObject({ kind: 'found' });
    expect(await gate.lookUpOrder(order({ id: '1' }))).toEqual({ kind: 'absent' });
  });

  it('reads the amount of a transfer without the fee, and no transfer of another coin, without an id or without a time', () => {
    const transfer = {
      id: 'w1',
      currency: 'LTC',
      address: 'a',
      amount: '1',
      timestamp: 1,
      info: {},
    };
    const amountOf = (more: { type?: string }) =>
      transferOf('withdrawal', 'LTC', { ...transfer, ...more, fee: { cost: '0.25' } }, gateVenue).amount;
    // ccxt has taken the fee from what it takes for a withdrawal by its id, and from nothing else.
    expect(amountOf({ type: 'withdrawal' })).toBe(parseAmount('1'));
    expect(amountOf({ type: '2' })).toBe(parseAmount('0.75'));
    expect(() => transferOf('withdrawal', 'BTC', transfer, gateVenue)).toThrow('a transfer of another coin');
    const { id: _id, ...nameless } = transfer;
    const { timestamp: _timestamp, ...timeless } = transfer;
    expect(() => transferOf('withdrawal', 'LTC', nameless, gateVenue)).toThrow(
      'the answer has no text where it should',
    );
    expect(() => transferOf('withdrawal', 'LTC', timeless, gateVenue)).toThrow('a time that is no number');
  });

  it('offers markets between the coins of our table alone, one of them without a least value', () => {
    const { precision } = { precision: { amount: '0.0001', price: '0.01' } };
    const listed = (base: string, quote: string, active = true) => ({
      base,
      quote,
      active,
      precision,
      limits: { amount: { min: '0.001' }, cost: { min: undefined } },
    });
    const markets = marketsOf(
      { a: listed('LTC', 'USDT'), b: listed('IRON', 'USDT'), c: listed('BTC', 'USDT', false) },
      new Set(['LTC', 'BTC', 'USDT']),
    );
    expect(markets.map(({ base, quote, valueMin }) => [base, quote, valueMin])).toEqual([
      ['LTC', 'USDT', 0n],
    ]);
  });

  it('sends nothing that was made a while ago', async () => {
    // What is signed now may be accepted for a minute: it would be two minutes after it was made.
    expect(gate.validMs).toBe(120_000);
    const madeAt = now - 60_001;
    const why = 'it was made 60 s ago';
    expect(await gate.place(order({ madeAt }))).toEqual({ kind: 'not-sent', why });
    expect(await gate.withdraw(withdrawal({ madeAt }))).toEqual({ kind: 'not-sent', why });
    expect(sent()).toEqual([]);
  });

  it('finds an order after Gate has forgotten the id that it was given', async () => {
    server.faultOf = () => ({ taken: 'now', loss: 'reset' });
    const sent = order();
    expect(await gate.place(sent)).toMatchObject({ kind: 'unknown' });
    now += 7_200_000;
    expect(await gate.lookUpOrder(sent)).toMatchObject({ kind: 'found', filled: parseAmount('60') });
    expect(await gate.lookUpOrder(order({ id: 'ol-2' }))).toEqual({ kind: 'absent' });
  });

  it('takes no order for absent where the list of others is cut off', async () => {
    const sent = order();
    const [ltc] = venue.markets;
    if (ltc === undefined) throw new Error('no market');
    for (let index = 0; index < 100; index += 1)
      venue.place({
        market: ltc,
        id: `t-other-${index}`,
        side: 'sell',
        amount: sent.amount / 100n,
        price: sent.price,
      });
    expect(await gate.lookUpOrder(sent)).toEqual({
      kind: 'unanswered',
      why: '100 answers or more: a part may be missing',
    });
  });

  it('leaves open what became of a refused order, and takes none late that was signed a minute ago', async () => {
    expect(await gate.place(order({ amount: parseAmount('5000') }))).toMatchObject({ kind: 'unknown' });
    server.faultOf = () => ({ taken: 'later', loss: 'reset' });
    expect(await gate.place(order())).toMatchObject({ kind: 'unknown' });
    expect(await gate.lookUpOrder(order())).toEqual({ kind: 'absent' });
    now += gateVenue.signedMs + 1000;
    server.takeLate();
    expect(venue.orders).toEqual([]);
  });
});
