import { accountExpectedExample } from '@openlode/contracts/examples/account-expected';
import { expect, it } from 'vitest';
import { expectedWords } from './expected-words.ts';

const [expected] = accountExpectedExample.data.list;
if (expected === undefined) throw new Error('the example has none');

it('says what another pool is expected to pay, and that nothing of it is credited', () => {
  expect(expectedWords(expected)).toEqual({
    title: 'Expected from other-pool, and not here yet: about 0.0129 LTC',
    words:
      'None of it is credited or part of the balance: what other-pool pays is shared once it has arrived here, less the fee of this pool. That pool pays by luck: it may be much more, or nothing. Its next payment, if it pays as often as before: about 1 Feb 2025.',
    said: 'other-pool says that it has paid 1.25 LTC, which is still to arrive or to be credited: about 0.0104 LTC of it for this work.',
  });
});

it('says that a payment of which the other pool speaks is missing', () => {
  const said = { paid: '1.25', part: '0.0104', at: 0, missing: true };
  expect(expectedWords({ ...expected, said }).said).toBe(
    'other-pool says that it has paid 1.25 LTC, which should have arrived by now and has not: about 0.0104 LTC of it for this work.',
  );
});

it('names the work where no node says what it brings, and no luck where each share is paid', () => {
  expect(
    expectedWords({
      ...expected,
      blocks: '0.041666666666666666',
      amount: null,
      by_luck: false,
      next_at: null,
      said: null,
    }),
  ).toEqual({
    title: 'Expected from other-pool, and not here yet: the work of 0.0416 blocks',
    words:
      'None of it is credited or part of the balance: what other-pool pays is shared once it has arrived here, less the fee of this pool.',
    said: null,
  });
});

it('says no more digits than an estimate has', () => {
  const titleOf = (amount: string) => expectedWords({ ...expected, amount }).title.replace(/.*: /, '');
  expect(['1234.56789', '0.00000123456', '0.5', '7', '0'].map(titleOf)).toEqual([
    'about 1,234.56 LTC',
    'about 0.00000123 LTC',
    'about 0.5 LTC',
    'about 7 LTC',
    'about 0 LTC',
  ]);
});
