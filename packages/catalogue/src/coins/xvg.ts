import { defineCoin } from '../define-coin.ts';

export const xvg = defineCoin({
  symbol: 'XVG',
  name: 'Verge',
  category: 'layer1',
  highRisk: true,
  chains: [
    {
      network: 'XVG',
      name: 'Verge',
      isDefault: true,
      family: 'XVG',
      regex: '^[DE][1-9A-HJ-NP-Za-km-z]{33}$',
      paymentThreshold: '200',
      explorerAddress: 'https://verge-blockchain.info/address/',
      explorerTx: 'https://verge-blockchain.info/tx/',
      precision: 6,
    },
  ],
});
