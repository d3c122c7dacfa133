import { defineCoin } from '../define-coin.ts';

export const bells = defineCoin({
  symbol: 'BELLS',
  name: 'Bellscoin',
  category: 'mineable',
  tags: ['New', 'Meme'],
  isNew: true,
  highRisk: true,
  chains: [
    {
      network: 'BELLS',
      name: 'Bellscoin',
      isDefault: true,
      family: 'BELLS',
      regex:
        '^(?:B[1-9A-HJ-NP-Za-km-z]{33}|D[1-9A-HJ-NP-Za-km-z]{33}|bel1(?:q(?:[02-9ac-hj-np-z]{38}|[02-9ac-hj-np-z]{58})|p[02-9ac-hj-np-z]{58}))$',
      paymentThreshold: '5',
      explorerAddress: 'https://nintondo.io/bells/mainnet/explorer/address/',
      explorerTx: 'https://nintondo.io/bells/mainnet/explorer/tx/',
      precision: 6,
    },
  ],
});
