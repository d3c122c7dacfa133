import { accountExpectedExample } from '@openlode/contracts/examples/account-expected';
import { expect, it } from 'vitest';
import { expectedWords } from './expected-words.ts';

const [expected] = accountExpectedExample.data.list;
if (expected === undefined) throw new Error('the example has none');

it('says what another pool is expected to pay, and that nothing of it is credited', () => {
  expect(expectedWords(expected)).toEqual({
    title: 'Expected from other-pool, and not here yet: about 0.0129 LTC',
    words:
      'Nothing of it is credited or part of the balance. What is paid follows from what other-pool pays, once that has arrived here, less the fee of this pool. That pool pays by luck: it may be much more, or nothing.',
  });
});

it('names the work where no node says what it brings, and no luck where each share is paid', () => {
  expect(
    expectedWords({ ...expected, blocks: '0.041666666666666666', amount: null, by_luck: false }),
  ).toEqual({
    title: 'Expected from other-pool, and not here yet: the work of 0.0416 blocks',
    words:
      'Nothing of it is credited or part of the balance. What is paid follows from what other-pool pays, once that has arrived here, less the fee of this pool.',
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
