import { describe, expect, it } from 'vitest';
import { parsePoolFile } from './parse-pool-file.ts';

const good = `kind: regtest
chains:
  - coin: LTC
    address: rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq
    nodes:
      - { name: one, url: 'http://127.0.0.1:19443', login: one }
exchangeRail:
  exchange: kraken
  key: payouts.key
  coins:
    - { coin: XRP, method: XRP, least: 10, feeMax: 0.5 }
    - { coin: USDT, network: TRX, method: Tether USD (TRC20), least: 5.5, feeMax: 4 }
`;
const parse = (text: string) => parsePoolFile(text, (path) => (path.startsWith('/') ? path : `/etc/${path}`));

it('reads which coins are paid out of which account', () => {
  const reading = parse(good);
  expect(reading.kind === 'pool' && reading.pool.exchangeRail).toEqual({
    venue: 'kraken',
    keyFile: '/etc/payouts.key',
    coins: [
      {
        coin: 'XRP',
        network: 'XRP',
        method: 'XRP',
        least: 10n ** 19n,
        step: 10n ** 12n,
        feeMax: 5n * 10n ** 17n,
      },
      {
        coin: 'USDT',
        network: 'TRX',
        method: 'Tether USD (TRC20)',
        least: 55n * 10n ** 17n,
        step: 10n ** 12n,
        feeMax: 4n * 10n ** 18n,
      },
    ],
  });
  const without = parse(good.slice(0, good.indexOf('exchangeRail:')));
  expect(without.kind === 'pool' && without.pool.exchangeRail).toBeUndefined();
});

describe('what is wrong is said with its line', () => {
  it.each([
    [
      'exchange: kraken',
      'exchange: gate',
      ['8: exchange is gate, but the exchanges of this release that pay are: kraken'],
    ],
    [
      'coin: XRP',
      'coin: XXX',
      ['11: XXX on XXX is no coin of this pool', '11: what Kraken calls XXX is not known to this release'],
    ],
    [
      'network: TRX',
      'network: XRP',
      [
        '12: USDT on XRP is no coin of this pool',
        '12: XRP stands in exchangeRail twice: one coin of a network is paid through an exchange',
      ],
    ],
    ['coin: USDT, network: TRX', 'coin: XRP, network: BSC', ['12: XRP stands in exchangeRail twice']],
    ['least: 10', 'least: 0', ['11: least must be an amount of eight decimals at most, above zero']],
    [
      'feeMax: 0.5',
      'feeMax: 0.000000001',
      ['11: feeMax must be an amount of eight decimals at most, above zero'],
    ],
    ['least: 10, ', '', ['11: exchangeRail.coins.0 lacks least']],
    [
      'coin: XRP, method: XRP',
      'coin: LTC, method: Litecoin',
      ['11: LTC has a rail of its own in the file: what is on it is paid from its wallet'],
    ],
    [
      'coin: XRP, method: XRP',
      'coin: LTC, method: without-a-rail',
      [
        '11: LTC is one of the chains, and only a rail of its own watches what its blocks bring: nothing of it would be paid',
      ],
    ],
  ])('%s → %s', (before, after, faults) => {
    const text = good
      .replace(before, after)
      .replace(
        'exchangeRail:',
        after.includes('Litecoin')
          ? 'rails:\n  - { coin: LTC, wallet: w, signer: s }\nexchangeRail:'
          : 'exchangeRail:',
      );
    const reading = parse(text);
    const shift = after.includes('Litecoin') ? 2 : 0;
    expect(
      reading.kind === 'faults' && reading.faults.map(({ line, fault }) => `${line - shift}: ${fault}`),
    ).toEqual(expect.arrayContaining(faults));
  });
});
