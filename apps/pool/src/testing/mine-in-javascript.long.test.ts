import { randomxFault } from '../runtime/proof-of-work/randomx-library.ts';
import { describeMining } from './describe-mining.ts';

// Their cache takes seconds, in the miner and in the verifier.
describeMining([
  'karlsenhash',
  'fishhash',
  'octopus',
  'kawpow',
  'ethash',
  ...(randomxFault() === undefined ? (['randomx'] as const) : []),
]);
