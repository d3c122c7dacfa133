import { describe, expect, it } from 'vitest';
import { readAddressPageSearch, readCoinPageSearch } from './page-search.ts';

describe('readCoinPageSearch', () => {
  it('takes coin and algorithm in either case', () => {
    expect(readCoinPageSearch({ coin: 'doge', algorithm: 'SHA256' })).toEqual({
      coin: 'DOGE',
      algorithm: 'sha256',
    });
  });

  it.each([
    ['nothing', {}],
    ['empty texts', { coin: '', algorithm: '  ' }],
    ['other values', { coin: ['A'], algorithm: null, colour: 'red' }],
  ])('drops %s', (_what, search) => {
    expect(readCoinPageSearch(search)).toEqual({});
  });
});

describe('readAddressPageSearch', () => {
  it('keeps the tabs that exist and falls back to live for others', () => {
    expect(readAddressPageSearch({ coin: 'DOGE', tab: 'workers' })).toEqual({ coin: 'DOGE', tab: 'workers' });
    expect(readAddressPageSearch({ coin: 'DOGE', tab: 'nonsense' })).toEqual({ coin: 'DOGE' });
    expect(readAddressPageSearch({ tab: 7 })).toEqual({});
  });
});
