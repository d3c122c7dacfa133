import { defineCoin } from '../define-coin.ts';

export const rtm = defineCoin({
  symbol: 'RTM',
  name: 'Raptoreum',
  category: 'mineable',
  highRisk: true,
  chains: [
    {
      network: 'RTM',
      name: 'Raptoreum',
      isDefault: true,
      family: 'RTM',
      regex: '^[R7][1-9A-HJ-NP-Za-km-z]{33}$',
      paymentThreshold: '5000',
      explorerAddress: 'https://explorer.raptoreum.com/address/',
      explorerTx: 'https://explorer.raptoreum.com/tx/',
      precision: 2,
    },
  ],
});
