import type { RailFacts } from '../../chains/bitcoin/chain-facts.ts';

/**
 * Nexa 1.2 (src/chainparams.cpp, src/consensus/consensus.h, src/amount.h): rewards of blocks are mature after a week on its main network, and coins have two
 * decimals. Own addresses are those of the hash of a key (`nexa:q…`); those of templates (`nexa:n…`) are paid as well.
 */
export const nexa: RailFacts = {
  asset: 'NEXA',
  maturity: 5000,
  blockSeconds: 120,
  decimals: 2,
  form: 'nexa',
  networks: {
    main: {
      name: 'nexa',
      genesis: 'edc7144fe1ba4edd0edf35d7eea90f6cb1dba42314aa85da8207e97c5339c801',
      addresses: { keyHash: [], scriptHash: [], segwit: [], cash: 'nexa', hasTemplates: true },
    },
    regtest: {
      name: 'regtest',
      genesis: 'd71ee431e307d12dfef31a6b21e071f1d5652c0eb6155c04e3222612c9d0b371',
      addresses: { keyHash: [], scriptHash: [], segwit: [], cash: 'nexareg', hasTemplates: true },
    },
  },
};
