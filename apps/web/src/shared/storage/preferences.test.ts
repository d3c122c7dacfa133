import { describe, expect, it } from 'vitest';
import {
  defaultPreferences,
  parsePreferences,
  type Preferences,
  printPreferences,
  withAlgorithm,
  withCoin,
} from './preferences.ts';

const full: Preferences = {
  mode: 'light',
  coin: 'DOGE',
  lastCoins: ['DOGE', 'BTC'],
  lastAlgorithms: ['sha256', 'randomx'],
  ref: 'abcd-1234',
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
  ])('drops a damaged %s and keeps the rest', (field, damaged, expected) => {
    expect(parsePreferences(JSON.stringify({ v: 1, ...full, [field]: damaged }))).toEqual(expected);
  });
});

describe('recent choices', () => {
  it('move to the top without duplicates, at most 5 coins', () => {
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
