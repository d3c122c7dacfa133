import { expect, it } from 'vitest';
import { checkProofs } from './check-proofs.ts';

it('says what to install for RandomX', () => {
  expect(checkProofs(() => 'librandomx.so.0 is not installed')).toEqual([
    {
      subject: 'randomx',
      state: 'warning',
      found: 'librandomx.so.0 is not installed: RandomX (XMR) is not offered',
      advice: 'Install it (on Debian: apt install librandomx0) and start the pool again.',
    },
  ]);
  expect(checkProofs(() => undefined)).toMatchObject([{ state: 'well', found: 'the library is there' }]);
});
