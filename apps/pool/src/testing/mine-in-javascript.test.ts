import { expect, it } from 'vitest';
import { MINER_WORK } from '../../../../testing/mined-in-javascript.ts';
import { minedAlgorithms } from '../sandbox/chain/mined-algorithms.ts';
import { describeMining, type MinedCode } from './describe-mining.ts';

/** In the long suite: their light cache takes seconds, in the miner and in the verifier. */
const slowCodes: ReadonlySet<MinedCode> = new Set(['karlsenhash']);

const codes = Object.keys(MINER_WORK) as MinedCode[];

describeMining(codes.filter((code) => !slowCodes.has(code)));

it('every algorithm that JavaScript mines has a chain in the sandbox', () => {
  const chains = new Set(minedAlgorithms.map(({ code }) => code));
  expect(codes.filter((code) => !chains.has(code))).toEqual([]);
});
