import { describe, expect, it } from 'vitest';
import { kindOfPool, type PoolKind, SandboxWall } from './pool-kind.ts';

const part = (name: string, kind: PoolKind) => ({ name, kind });

describe('kindOfPool', () => {
  it('is what all chains, rails and prices are', () => {
    expect(kindOfPool([part('sandbox-sha256', 'sandbox')], part('sample rates', 'sandbox'))).toBe('sandbox');
    expect(kindOfPool([part('bitcoin', 'real'), part('evm', 'real')], part('venues', 'real'))).toBe('real');
  });

  it('takes any prices on test networks', () => {
    const chains = [part('bitcoin-regtest', 'regtest')] as const;
    expect(kindOfPool(chains, part('sample rates', 'sandbox'))).toBe('regtest');
    expect(kindOfPool(chains, part('venues', 'real'))).toBe('regtest');
  });

  it.each<readonly [PoolKind, PoolKind, PoolKind, string]>([
    ['sandbox', 'real', 'sandbox', 'first is sandbox, but second is real: they cannot work in one pool'],
    ['real', 'sandbox', 'real', 'first is real, but second is sandbox: they cannot work in one pool'],
    ['real', 'regtest', 'real', 'first is real, but second is regtest: they cannot work in one pool'],
    ['regtest', 'sandbox', 'real', 'first is regtest, but second is sandbox: they cannot work in one pool'],
    ['real', 'real', 'sandbox', 'first is real, but prices is sandbox: they cannot work in one pool'],
    ['sandbox', 'sandbox', 'real', 'first is sandbox, but prices is real: they cannot work in one pool'],
  ])('refuses %s beside %s, with prices of kind %s', (first, second, prices, message) => {
    const make = () => kindOfPool([part('first', first), part('second', second)], part('prices', prices));
    expect(make).toThrow(SandboxWall);
    expect(make).toThrow(message);
  });
});
