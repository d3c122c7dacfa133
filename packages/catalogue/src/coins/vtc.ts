import { defineCoin } from '../define-coin.ts';

export const vtc = defineCoin({
  symbol: 'VTC',
  name: 'Vertcoin',
  category: 'mineable',
  highRisk: true,
  chains: [
    {
      network: 'VTC',
      name: 'Vertcoin',
      isDefault: true,
      family: 'VTC',
      regex: '^(?:[V3][1-9A-HJ-NP-Za-km-z]{33}|vtc1q(?:[02-9ac-hj-np-z]{38}|[02-9ac-hj-np-z]{58}))$',
      paymentThreshold: '20',
      explorerAddress: 'https://chainz.cryptoid.info/vtc/address.dws?',
      explorerTx: 'https://chainz.cryptoid.info/vtc/tx.dws?',
      precision: 6,
    },
  ],
});
