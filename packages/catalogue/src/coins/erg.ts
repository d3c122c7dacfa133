import { defineCoin } from '../define-coin.ts';

export const erg = defineCoin({
  symbol: 'ERG',
  name: 'Ergo',
  category: 'mineable',
  chains: [
    {
      network: 'ERG',
      name: 'Ergo',
      isDefault: true,
      family: 'ERG',
      regex: '^9[efghi][1-9A-HJ-NP-Za-km-z]{49}$',
      paymentThreshold: '2',
      explorerAddress: 'https://explorer.ergoplatform.com/en/addresses/',
      explorerTx: 'https://explorer.ergoplatform.com/en/transactions/',
      precision: 8,
    },
  ],
});
