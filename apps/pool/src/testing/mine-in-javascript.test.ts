import { notMinedInJavaScript } from '@openlode/mining/sandbox-default';
import { expect, it } from 'vitest';
import { MINER_WORK } from '../../../../testing/mined-in-javascript.ts';
import { minedAlgorithms } from '../sandbox/chain/mined-algorithms.ts';
import { describeMining, type MinedCode } from './describe-mining.ts';

/** In the long suite: their cache takes seconds, in the miner and in the verifier. Of those with the cache of Ethash, Etchash stays here. */
const slowCodes: ReadonlySet<MinedCode> = new Set([
  'karlsenhash',
  'fishhash',
  'randomx',
  'octopus',
  'kawpow',
  'ethash',
]);

const codes = Object.keys(MINER_WORK) as MinedCode[];

describeMining(codes.filter((code) => !slowCodes.has(code)));

it('JavaScript mines every algorithm that the sandbox has a chain of, but those that it says it cannot', () => {
  const mined = minedAlgorithms.map(({ code }) => code).filter((code) => !notMinedInJavaScript.has(code));
  expect(mined.toSorted()).toEqual(codes.toSorted());
});
