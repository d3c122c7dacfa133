import { describe, expect, it } from 'vitest';
import {
  defaultPreferences,
  parsePreferences,
  preferenceFields,
  type Preferences,
  printPreferences,
  withAlgorithm,
  withCoin,
  withVersion,
} from './preferences.ts';

const full: Preferences = {
  mode: 'light',
  coin: 'DOGE',
  lastCoins: ['DOGE', 'BTC'],
  lastAlgorithms: ['sha256', 'randomx'],
  ref: 'abcd-1234',
  coinData: { symbol: 'DOGE', name: 'Dogecoin' },
  addressHistory: [{ coin: 'DOGE', address: 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU', at: 1_738_324_800_000 }],
  lastAddresses: { DOGE: 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU' },
  lastAddressCoinFilters: ['DOGE'],
  liveFilter: ['reward', 'payout'],
  lastNewsDate: 1_738_310_400_000,
  newsCount: 2,
  version: '0.1.0',
  warningClosedAt: 1_738_324_800_001,
  coinHintAt: 1_738_324_800_002,
  addressNoticeClosed: 'FTM:0x1 delisted',
  chartPeriod: 1,
  logChart: true,
  hiddenWorkers: ['036b48cf-69d3-483c-90e0-cbd75b62d6b6:etchash:rig_2'],
  calculator: { powerW: '320', price: '0.12', currency: 'EUR' },
  migrated: true,
};

describe('parsePreferences', () => {
  it('reads back what was printed', () => {
    expect(parsePreferences(printPreferences(full))).toEqual(full);
  });

  it.each([
    ['nothing', null],
    ['broken JSON', '{"v":1,"mode":'],
    ['a foreign value', '"dark"'],
    ['a list', '[1,2]'],
    ['null', 'null'],
    ['another version', '{"v":99,"mode":"dark"}'],
  ])('answers the defaults for %s', (_what, text) => {
    expect(parsePreferences(text)).toEqual(defaultPreferences);
  });

  it('judges every field on its own', () => {
    for (const field of preferenceFields) {
      const read = parsePreferences(JSON.stringify({ v: 1, ...full, [field]: { damaged: [Number.NaN] } }));
      expect(read).toEqual({ ...full, [field]: defaultPreferences[field] });
    }
  });

  it.each([
    ['mode', 'blue', { ...full, mode: null }],
    ['coin', '<img>', { ...full, coin: null }],
    ['coin', 7, { ...full, coin: null }],
    ['lastCoins', 'DOGE', { ...full, lastCoins: [] }],
    ['lastCoins', ['DOGE', 3, null, 'DOGE', 'KAS'], { ...full, lastCoins: ['DOGE', 'KAS'] }],
    ['lastCoins', ['A', 'B', 'C', 'D', 'E', 'F'], { ...full, lastCoins: ['A', 'B', 'C', 'D', 'E'] }],
    ['lastAlgorithms', { 0: 'sha256' }, { ...full, lastAlgorithms: [] }],
    ['lastAlgorithms', ['sha256', 'SHA 256'], { ...full, lastAlgorithms: ['sha256'] }],
    ['ref', 'has spaces', { ...full, ref: null }],
    ['ref', 'x'.repeat(33), { ...full, ref: null }],
    ['coinData', { symbol: 'DOGE' }, { ...full, coinData: null }],
    ['coinData', 'DOGE', { ...full, coinData: null }],
    ['addressHistory', [7, { coin: 'DOGE' }, ...full.addressHistory], full],
    ['addressHistory', 'D', { ...full, addressHistory: [] }],
    ['lastAddresses', { doge: 'x', BTC: 7, ...full.lastAddresses }, full],
    ['lastAddresses', [], { ...full, lastAddresses: {} }],
    ['lastAddressCoinFilters', ['DOGE', '<b>'], full],
    ['liveFilter', 7, { ...full, liveFilter: [] }],
    ['lastNewsDate', '2025', { ...full, lastNewsDate: 1_669_667_290_000 }],
    ['lastNewsDate', -1, { ...full, lastNewsDate: 1_669_667_290_000 }],
    ['newsCount', 1.5, { ...full, newsCount: 0 }],
    ['version', '<1>', { ...full, version: null }],
    ['warningClosedAt', 'yesterday', { ...full, warningClosedAt: null }],
    ['coinHintAt', null, { ...full, coinHintAt: null }],
    ['addressNoticeClosed', {}, { ...full, addressNoticeClosed: null }],
    ['chartPeriod', 12, { ...full, chartPeriod: 24 }],
    ['logChart', 'yes', { ...full, logChart: false }],
    ['calculator', 'x', { ...full, calculator: { powerW: '', price: '', currency: 'USD' } }],
    [
      'calculator',
      { powerW: 'much', price: '0.12', currency: 'euro' },
      { ...full, calculator: { powerW: '', price: '0.12', currency: 'USD' } },
    ],
    ['migrated', 'yes', { ...full, migrated: false }],
  ])('drops a damaged %s and keeps the rest [shell-08]', (field, damaged, expected) => {
    expect(parsePreferences(JSON.stringify({ v: 1, ...full, [field]: damaged }))).toEqual(expected);
  });
});

describe('recent choices', () => {
  it('move to the top without duplicates, at most 5 coins [coin-01]', () => {
    const before: Preferences = { ...full, lastCoins: ['A', 'B', 'C', 'D', 'E'] };
    expect(withCoin(before, 'C')).toEqual({ ...full, coin: 'C', lastCoins: ['C', 'A', 'B', 'D', 'E'] });
    expect(withCoin(before, 'F').lastCoins).toEqual(['F', 'A', 'B', 'C', 'D']);
  });

  it('keeps at most 10 algorithms, newest first [algo-03]', () => {
    const codes = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8', 'a9', 'a10'];
    const before: Preferences = { ...full, lastAlgorithms: codes };
    expect(withAlgorithm(before, 'a3').lastAlgorithms).toEqual([
      'a3',
      'a1',
      'a2',
      'a4',
      'a5',
      'a6',
      'a7',
      'a8',
      'a9',
      'a10',
    ]);
    expect(withAlgorithm(before, 'a11').lastAlgorithms).toEqual([
      'a11',
      'a1',
      'a2',
      'a3',
      'a4',
      'a5',
      'a6',
      'a7',
      'a8',
      'a9',
    ]);
  });
});

describe('withVersion', () => {
  it('clears the recent algorithms under another release [shell-04]', () => {
    expect(withVersion(full, '0.2.0')).toEqual({ ...full, version: '0.2.0', lastAlgorithms: [] });
    expect(withVersion(full, '0.1.0')).toBe(full);
  });

  it('keeps them on the first visit', () => {
    const first: Preferences = { ...full, version: null };
    expect(withVersion(first, '0.1.0').lastAlgorithms).toEqual(['sha256', 'randomx']);
  });
});
