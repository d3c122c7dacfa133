import type { ChainFacts } from '../bitcoin/chain-facts.ts';
import { kawpowHeader } from './block-header.ts';

/**
 * Its test network is the public one, which calls itself `test`: the one of a developer alone (`regtest`) has no KawPow before the year 2083.
 * Hashes, prefixes and rules: `chainparams.cpp` and `versionbits.cpp` of its reference node.
 */
export const ravencoinFacts: ChainFacts = {
  asset: 'RVN',
  algorithm: 'kawpow',
  rules: ['segwit'],
  maturity: 100,
  networks: {
    main: {
      name: 'main',
      genesis: '0000006b444bc2f2ffe627be9d9e7e7a0730000870ef6eb6da46c8eae389df90',
      addresses: { keyHash: [[0x3c]], scriptHash: [[0x7a]], segwit: [] },
    },
    regtest: {
      name: 'test',
      genesis: '000000ecfc5e6324a079542221d00e10362bdc894d56500c414060eea8a3ad5a',
      addresses: { keyHash: [[0x6f]], scriptHash: [[0xc4]], segwit: [] },
    },
  },
  blockSeconds: 60,
  retargetBlocks: 1,
  header: kawpowHeader,
  hasUnnamedWitnesses: true,
  isUnseen: true,
};
