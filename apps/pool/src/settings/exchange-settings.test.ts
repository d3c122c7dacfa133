import { describe, expect, it } from 'vitest';
import { readExchangeSettings } from './exchange-settings.ts';
import { SettingReader } from './setting-reader.ts';

const key = 'OPENLODE_EXCHANGE_KRAKEN_KEY_FILE';
const url = 'OPENLODE_EXCHANGE_KRAKEN_URL';

function read(environment: Readonly<Record<string, string>>) {
  const settings = new SettingReader(environment, '/srv');
  const read = readExchangeSettings(settings);
  settings.refuseFaults();
  return read;
}

describe('the exchange of the settings', () => {
  it('is none without the file of a key, and Kraken with one', () => {
    expect(read({}).exchanges).toEqual([]);
    expect(read({ [key]: 'kraken-key' }).exchanges).toEqual([
      { venue: 'kraken', url: 'https://api.kraken.com', keyFile: '/srv/kraken-key' },
    ]);
    expect(read({ [key]: '/k', [url]: 'http://127.0.0.1:8000' }).exchanges).toEqual([
      { venue: 'kraken', url: 'http://127.0.0.1:8000', keyFile: '/k' },
    ]);
  });

  it('counts calls by the lowest tier of accounts, or by the one that is named', () => {
    const tier = 'OPENLODE_EXCHANGE_KRAKEN_TIER';
    expect(read({ [key]: '/k', [tier]: 'pro' }).exchanges).toMatchObject([{ tier: 'pro' }]);
    expect(read({ [key]: '/k', [tier]: 'starter' }).exchanges[0]).not.toHaveProperty('tier');
    expect(() => read({ [key]: '/k', [tier]: 'vip' })).toThrow(
      `${tier} is vip, but the tiers of accounts at Kraken of this release are: starter, intermediate, pro`,
    );
  });

  it.each(['http://api.kraken.com', 'https://api.kraken.com/path', 'https://me@kraken.com', 'kraken'])(
    'is asked at no address like %s',
    (address) => {
      expect(() => read({ [key]: '/k', [url]: address })).toThrow(`${url} must be`);
    },
  );

  it('is traded at with a key of its own, beside the one that looks', () => {
    const trade = 'OPENLODE_EXCHANGE_KRAKEN_TRADE_KEY_FILE';
    expect(read({ [key]: '/k', [trade]: '/t' }).exchanges).toEqual([
      { venue: 'kraken', url: 'https://api.kraken.com', keyFile: '/k', tradeKeyFile: '/t' },
    ]);
    for (const wrong of [{ [trade]: '/t' }, { [key]: '/k', [trade]: '/k' }] as Record<string, string>[])
      expect(() => read(wrong)).toThrow(`${trade} needs ${key} beside it, and another key`);
  });

  it('brings coins to wallets with a third key, to addresses that it has registered under a name', () => {
    const out = 'OPENLODE_EXCHANGE_KRAKEN_WITHDRAW_KEY_FILE';
    const to = 'OPENLODE_EXCHANGE_KRAKEN_WITHDRAW_TO';
    const both = { [key]: '/k', [out]: '/w', [to]: 'LTC=pool-ltc:0.002, USDT@ETH=my wallet:4' };
    expect(read(both).exchanges).toEqual([
      {
        venue: 'kraken',
        url: 'https://api.kraken.com',
        keyFile: '/k',
        withdrawKeyFile: '/w',
        withdrawTo: [
          { coin: 'LTC', network: 'LTC', name: 'pool-ltc', feeMax: 2n * 10n ** 15n },
          { coin: 'USDT', network: 'ETH', name: 'my wallet', feeMax: 4n * 10n ** 18n },
        ],
      },
    ]);
    expect(read({}).transferDayUsd).toBe(20_000n * 10n ** 18n);
    const trade = { OPENLODE_EXCHANGE_KRAKEN_TRADE_KEY_FILE: '/w' };
    for (const [wrong, why] of [
      [{ [key]: '/k', [out]: '/w' }, `${out} and ${to} need each other`],
      [{ [key]: '/k', [to]: 'LTC=a:1' }, `${out} and ${to} need each other`],
      [{ [out]: '/w', [to]: 'LTC=a:1' }, `${out} needs ${key} beside it`],
      [{ ...both, [out]: '/k' }, `${out} needs ${key} beside it, and a key that is none of the others`],
      [{ ...both, ...trade }, 'a key that is none of the others'],
      [{ ...both, [to]: 'LTC=a:1,LTC=b:1' }, `${to} must be`],
      [{ ...both, [to]: 'LTC=a' }, `${to} must be`],
      [{ ...both, [to]: 'LTC=a:1,' }, `${to} must be`],
      [{ ...both, [to]: 'USDT@ETH=a:1,USDT@BSC=b:1' }, `${to} must be`],
      [{ ...both, [to]: 'USDT@=a:1' }, `${to} must be`],
    ] as const)
      expect(() => read(wrong as Record<string, string>)).toThrow(why);
  });

  it('needs a key where it has an address', () => {
    expect(() => read({ [url]: 'https://api.kraken.com' })).toThrow(`is set without ${key}`);
  });
});

describe('an account at Gate', () => {
  const [gateKey, gateUrl, ccxt] = [
    'OPENLODE_EXCHANGE_GATE_KEY_FILE',
    'OPENLODE_EXCHANGE_GATE_URL',
    'OPENLODE_CCXT',
  ] as const;

  it('is looked at through ccxt, beside that at Kraken', () => {
    expect(read({ [key]: '/k', [gateKey]: 'gate-key', [ccxt]: 'ccxt' }).exchanges).toEqual([
      { venue: 'kraken', url: 'https://api.kraken.com', keyFile: '/k' },
      { venue: 'gate', url: 'https://api.gateio.ws', keyFile: '/srv/gate-key', ccxt: '/srv/ccxt' },
    ]);
    expect(read({ [gateKey]: '/g', [ccxt]: '/c', [gateUrl]: 'http://127.0.0.1:8000' }).exchanges).toEqual([
      { venue: 'gate', url: 'http://127.0.0.1:8000', keyFile: '/g', ccxt: '/c' },
    ]);
  });

  it.each<[environment: Readonly<Record<string, string>>, why: string]>([
    [{ [gateKey]: '/g' }, `${gateKey} needs ${ccxt}`],
    [{ [ccxt]: '/c' }, `${ccxt} is set without ${gateKey}`],
    [{ [gateUrl]: 'https://api.gateio.ws' }, `${gateUrl} is set without ${gateKey}`],
    [{ [gateKey]: '/g', [ccxt]: '/c', [gateUrl]: 'http://gate.example' }, `${gateUrl} must be`],
  ])('is refused with %j', (environment, why) => {
    expect(() => read(environment)).toThrow(why);
  });
});

describe('what is traded by itself', () => {
  it('is sent only where the settings say so, with a key that trades', () => {
    const trade = { [key]: '/k', OPENLODE_EXCHANGE_KRAKEN_TRADE_KEY_FILE: '/t' };
    expect(read({}).sendsTrades).toBe(false);
    expect(read({ ...trade, OPENLODE_TRADE_BY_ITSELF: 'dry' }).sendsTrades).toBe(false);
    expect(read({ ...trade, OPENLODE_TRADE_BY_ITSELF: 'send' }).sendsTrades).toBe(true);
    expect(() => read({ [key]: '/k', OPENLODE_TRADE_BY_ITSELF: 'send' })).toThrow(
      'OPENLODE_TRADE_BY_ITSELF=send needs OPENLODE_EXCHANGE_KRAKEN_TRADE_KEY_FILE',
    );
    expect(() => read({ ...trade, OPENLODE_TRADE_BY_ITSELF: 'yes' })).toThrow('dry, send');
  });
});

describe('the caps of trades', () => {
  it('are dollars, and rise from an order to an hour to a day', () => {
    const dollars = (whole: bigint) => whole * 10n ** 18n;
    expect(read({ OPENLODE_TRADE_CAP_DAY: '5000', OPENLODE_TRADE_CAP_LOSS: '7' }).tradeCaps).toEqual({
      orderUsd: dollars(1000n),
      hourUsd: dollars(5000n),
      dayUsd: dollars(5000n),
      exposureUsd: dollars(50_000n),
      lossUsd: dollars(7n),
    });
    for (const wrong of [
      ['ORDER', '5001'],
      ['DAY', '4999'],
    ] as const)
      expect(() => read({ [`OPENLODE_TRADE_CAP_${wrong[0]}`]: wrong[1] })).toThrow(
        'must not fall from one to the next',
      );
  });
});
