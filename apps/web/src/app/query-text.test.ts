import { describe, expect, it } from 'vitest';
import { parseQuery, printQuery } from './query-text.ts';

describe('the query of a URL', () => {
  it.each([
    ['?ref=2024', { ref: '2024' }],
    ['?ref=007', { ref: '007' }],
    ['?ref=1e5', { ref: '1e5' }],
    ['?ref=true', { ref: 'true' }],
    ['?ref=null', { ref: 'null' }],
    ['?ref=%7B%22a%22%3A1%7D', { ref: '{"a":1}' }],
    ['?ref=', { ref: '' }],
    ['?coin=DOGE&search=a+b%20c', { coin: 'DOGE', search: 'a b c' }],
    ['', {}],
  ])('%s is read as text', (query, search) => {
    expect(parseQuery(query)).toEqual(search);
  });

  it.each([
    [{}, ''],
    [{ coin: undefined }, ''],
    [{ ref: '2024', coin: 'DOGE' }, '?ref=2024&coin=DOGE'],
    [{ search: 'a & b', step: 'x:y' }, '?search=a+%26+b&step=x:y'],
  ])('%j is printed without quotes', (search, query) => {
    expect(printQuery(search)).toBe(query);
    expect(parseQuery(query)).toEqual(
      Object.fromEntries(Object.entries(search).filter(([, value]) => value)),
    );
  });
});
