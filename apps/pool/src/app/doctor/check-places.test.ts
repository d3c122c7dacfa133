import { expect, it } from 'vitest';
import type { ListedPlace } from '../../domain/views/list-places.ts';
import { checkPlaces } from './check-places.ts';

const kraken = { venue: 'kraken', url: 'https://api.kraken.com', keyFile: '/k' } as const;
const config = { dataDirectory: '/d', stratumProcesses: 1, exchanges: [kraken] };
const place: ListedPlace = {
  place: 'kraken',
  coin: 'LTC',
  ledger: '5',
  said: '5',
  difference: null,
  state: 'equal',
  since: 0,
  note: null,
};
const check = (found: readonly ListedPlace[] | undefined) => checkPlaces(config, true, async () => found);

it('says how exchanges stand, and nothing where there are none', async () => {
  expect(await checkPlaces({ ...config, exchanges: [] }, true)).toEqual([]);
  expect(await checkPlaces(config, false)).toMatchObject([
    { state: 'well', found: 'kraken asked once the pool runs' },
  ]);
  expect(await check(undefined)).toMatchObject([{ state: 'warning' }]);
  expect(await check([place])).toMatchObject([
    { state: 'well', found: '1 of 1 are equal to the ledger; openlode places shows each' },
  ]);
});

it('names each that differs, is late or is silent', async () => {
  const note = 'kraken has 1 LTC less than the ledger says';
  expect(await check([{ ...place, state: 'difference', difference: '-1', note }, place])).toMatchObject([
    { subject: 'place kraken', state: 'ill', found: `LTC: difference, ${note}` },
  ]);
});
