import { defineCoin } from '../define-coin.ts';

export const dgb = defineCoin({
  symbol: 'DGB',
  name: 'DigiByte',
  category: 'mineable',
  chains: [
    {
      network: 'DGB',
      name: 'DigiByte',
      isDefault: true,
      family: 'DGB',
      regex:
        '^(?:[DS3][1-9A-HJ-NP-Za-km-z]{33}|dgb1(?:q(?:[02-9ac-hj-np-z]{38}|[02-9ac-hj-np-z]{58})|p[02-9ac-hj-np-z]{58}))$',
      paymentThreshold: '200',
      explorerAddress: 'https://digiexplorer.info/address/',
      explorerTx: 'https://digiexplorer.info/tx/',
      precision: 4,
    },
  ],
});
