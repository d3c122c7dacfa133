import { expect, it } from 'vitest';
import { testDeployment } from '../../testing/build-test-http.ts';
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
