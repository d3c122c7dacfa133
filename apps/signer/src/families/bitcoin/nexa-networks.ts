/** Nexa 1.2, src/chainparams.cpp. */
export const nexaNetworks = [
  {
    network: 'NEXA',
    addresses: { keyHash: [], scriptHash: [], segwit: [], cash: 'nexa', hasTemplates: true },
    wif: 0x23,
    keys: 'key-hash',
    form: 'nexa',
    decimals: 2,
  },
  {
    network: 'NEXA-regtest',
    addresses: { keyHash: [], scriptHash: [], segwit: [], cash: 'nexareg', hasTemplates: true },
    wif: 0xef,
    keys: 'key-hash',
    form: 'nexa',
    decimals: 2,
  },
] as const;
