import { expect, it } from 'vitest';
import { testDeployment } from '../../testing/build-test-http.ts';
import type { AlgorithmDeployment } from './deployment.ts';
import { presentAlgorithms } from './present-algorithm.ts';

it('promises coins of merged mining only where their chains are mined', () => {
  const scrypt = (isMinedAlone: boolean) => {
    const server = { work: 'verified' as const, ...(isMinedAlone && { isMinedAlone: true as const }) };
    const deployment = { ...testDeployment, servers: new Map([['scrypt', server]]) };
    return presentAlgorithms(deployment).find(({ code }) => code === 'scrypt');
  };
  expect(scrypt(false)).toMatchObject({
    symbolMerged: ['LTC', 'DOGE', 'BELLS'],
    extraComment: 'LTC + DOGE + BELLS are mined together; each reward is converted automatically.',
  });
  expect(scrypt(true)).toMatchObject({ symbolMerged: [], extraComment: null });
});

it('says through whom an algorithm is relayed and when its shares are paid, in place of chains that are not mined', () => {
  const relayed = { through: 'other-pool', feePercent: '1.5', coin: 'LTC' };
  const server = { work: 'relayed' as const, relayed, isMinedAlone: true as const };
  const deployment = { ...testDeployment, servers: new Map([['scrypt', server]]) };
  expect(presentAlgorithms(deployment).find(({ code }) => code === 'scrypt')).toMatchObject({
    work: 'relayed',
    symbolMerged: [],
    extraComment:
      'Relayed through other-pool, which keeps 1.5%: shares are paid when its payments in LTC have arrived here, by what they were worth when they were found.',
  });
});

it('says how that pool pays, where the settings name it', () => {
  const relayed = { through: 'other-pool', feePercent: '1', coin: 'LTC', scheme: 'pps+' as const };
  const next = { ...relayed, through: 'a-third', scheme: 'pplns' as const };
  const server = { work: 'relayed' as const, relayed, fallbacks: [next] };
  const deployment = { ...testDeployment, servers: new Map([['scrypt', server]]) };
  expect(presentAlgorithms(deployment).find(({ code }) => code === 'scrypt')).toMatchObject({
    extraComment:
      'Relayed through other-pool, which keeps 1% and pays for each share, and fees of blocks by luck (PPS+): shares are paid when its payments in LTC have arrived here, by what they were worth when they were found.',
    fallback:
      'While that pool gives no work, and until it has given some for a while again, it is relayed through a-third, which keeps 1% and pays in LTC, by luck, for the last shares before each of its blocks (PPLNS): shares are paid by the payments of the pool that gave their work.',
  });
});

it('says in which order several sources give work, and how the shares of each are paid', () => {
  const [relayed, next] = ['other-pool', 'a-third'].map((through) => ({
    through,
    feePercent: '1',
    coin: 'LTC',
  })) as [NonNullable<AlgorithmDeployment['relayed']>, NonNullable<AlgorithmDeployment['relayed']>];
  const fallbackOf = (server: AlgorithmDeployment) => {
    const deployment = { ...testDeployment, servers: new Map([['scrypt', server]]) };
    return presentAlgorithms(deployment).find(({ code }) => code === 'scrypt')?.fallback;
  };
  expect(fallbackOf({ work: 'verified', fallbacks: [relayed, next] })).toBe(
    'The pool’s own nodes give its work. While they give none, and until they have given some for a while again, it is relayed through other-pool, which keeps 1% and pays in LTC; then through a-third, which keeps 1% and pays in LTC: shares of relayed work are paid when the payments of the pool that gave it have arrived here, and not by blocks of this one.',
  );
  expect(fallbackOf({ work: 'relayed', relayed, fallbacks: [next] })).toBe(
    'While that pool gives no work, and until it has given some for a while again, it is relayed through a-third, which keeps 1% and pays in LTC: shares are paid by the payments of the pool that gave their work.',
  );
  expect(fallbackOf({ work: 'verified' })).toBeUndefined();
});
