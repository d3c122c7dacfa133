import { AccountExpectedResponse } from '@openlode/contracts/http/account-expected';
import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import type { UpstreamTerms } from '../../domain/kernel/upstream-terms.ts';
import type { ExpectedAndReported } from '../../domain/views/read-reported-part.ts';
import { presentExpected } from './present-expected.ts';
import { success } from './success.ts';

const upstream: UpstreamTerms = {
  name: 'other-pool',
  algorithm: 'scrypt',
  coin: 'LTC',
  network: 'LTC',
  feePpm: 10_000,
  incomeMax: 1n,
};
const expected: ExpectedAndReported = {
  upstream,
  blocks: 21n * 10n ** 14n,
  amount: 10n ** 16n,
  since: 1_738_238_390_000,
  reported: undefined,
  nextAt: undefined,
};
const reported = { paid: 5n * 10n ** 17n, part: 10n ** 16n, at: 1_738_238_000_000, isMissing: true };

it('says what is expected, by what scheme as far as it is known, and no amount where no node says one', () => {
  const presented = [
    presentExpected(expected),
    presentExpected({ ...expected, amount: undefined, upstream: { ...upstream, scheme: 'pplns' } }),
    presentExpected({
      ...expected,
      upstream: { ...upstream, scheme: 'pps+' },
      reported,
      nextAt: 1_738_240_000_000.5,
    }),
  ];
  const common = {
    through: 'other-pool',
    algorithm: 'scrypt',
    coin: 'LTC',
    blocks: '0.0021',
    since: 1_738_238_390_000,
  };
  expect(presented).toEqual([
    { ...common, amount: '0.01', by_luck: null, next_at: null, said: null },
    { ...common, amount: null, by_luck: true, next_at: null, said: null },
    {
      ...common,
      amount: '0.01',
      by_luck: false,
      next_at: 1_738_240_000_001,
      said: { paid: '0.5', part: '0.01', at: 1_738_238_000_000, missing: true },
    },
  ]);
  expect(Value.Check(AccountExpectedResponse, success({ list: presented }))).toBe(true);
});
