import { defineCoin } from '../define-coin.ts';

export const tia = defineCoin({
  symbol: 'TIA',
  name: 'Celestia',
  category: 'layer1',
  tags: ['New'],
  isNew: true,
  regexMemo: '^[A-Za-z0-9_-]{1,128}$',
  memoKind: 'Cosmos SDK memo',
  chains: [
    {
      network: 'TIA',
      name: 'Celestia',
      isDefault: true,
      family: 'TIA',
      regex: '^celestia1[02-9ac-hj-np-z]{38}$',
      regexMemo: '^[A-Za-z0-9_-]{1,128}$',
      paymentThreshold: '0.5',
      explorerAddress: 'https://www.mintscan.io/celestia/account/',
      explorerTx: 'https://www.mintscan.io/celestia/txs/',
      precision: 8,
    },
  ],
});
