import { describeMining } from './describe-mining.ts';

// Their light cache takes seconds, in the miner and in the verifier.
describeMining(['karlsenhash', 'fishhash']);
