import { expect, it } from 'vitest';
import { checkProofs } from './check-proofs.ts';

it('says what to install for RandomX', () => {
  expect(checkProofs(undefined, () => 'librandomx.so.0 is not installed')).toEqual([
    {
      subject: 'randomx',
      state: 'warning',
      found: 'librandomx.so.0 is not installed: RandomX (XMR) is not offered',
      advice: 'Install it (on Debian: apt install librandomx0) and start the pool again.',
    },
  ]);
  expect(checkProofs(undefined, () => undefined)).toMatchObject([
    { state: 'well', found: 'the library is there' },
  ]);
});

it('says that nodes of Monero stand in for it, and how far', () => {
  const nodes = [{ name: 'one', url: new URL('http://127.0.0.1:18081') }];
  const chain = { coin: 'XMR', address: '4', tag: '/Openlode/', nodes };
  const pool = { kind: 'regtest', rails: [], chains: [chain] } as const;
  expect(checkProofs(pool, () => 'librandomx.so.0 is not installed')).toMatchObject([
    {
      state: 'warning',
      found:
        'librandomx.so.0 is not installed: the nodes of XMR calculate each share, some ten a second and no more',
    },
  ]);
});
