import type { ChainFacts } from '../bitcoin/chain-facts.ts';

/**
 * Its test network is zebrad's, which calls itself `test` and checks no proof of work. The one of zcashd has a smaller form of Equihash, which
 * is not mined here. Hashes and prefixes: `chainparams.cpp` of zcashd.
 */
export const zcashFacts: Omit<ChainFacts, 'rules' | 'retargetBlocks'> = {
  asset: 'ZEC',
  algorithm: 'equihash',
  maturity: 100,
  networks: {
    main: {
      name: 'main',
      genesis: '00040fe8ec8471911baa1db1266ea15dd06b4a8a5c453883c000b031973dce08',
      addresses: { keyHash: [[0x1c, 0xb8]], scriptHash: [[0x1c, 0xbd]], segwit: [] },
    },
    regtest: {
      name: 'test',
      genesis: '029f11d80ef9765602235e1bc9727e3eb6ba20839319f761fee920d63401e327',
      addresses: { keyHash: [[0x1d, 0x25]], scriptHash: [[0x1c, 0xba]], segwit: [] },
    },
  },
  blockSeconds: 75,
  isUnseen: true,
};
