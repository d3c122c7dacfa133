import { defineCoin } from '../define-coin.ts';

export const tia = defineCoin({
  symbol: 'TIA',
  name: 'Celestia',
  logo: '/coins/tia.svg',
  category: 'layer1',
  tags: ['New'],
  isNew: true,
  delisted: false,
  highRisk: false,
  noPowNote: false,
  addressPrefix: null,
  regexMemo: '^[A-Za-z0-9_-]{1,128}$',
  memoKind: 'Cosmos SDK memo',
  aliases: [],
  chains: [
    {
      network: 'TIA',
      name: 'Celestia',
      isDefault: true,
      tokenStandard: null,
      family: 'TIA',
      regex: '^celestia1[02-9ac-hj-np-z]{38}$',
      regexMemo: '^[A-Za-z0-9_-]{1,128}$',
      paymentThreshold: '0.5',
      enabled: true,
      contract: null,
      explorerAddress: 'https://www.mintscan.io/celestia/account/',
      explorerTx: 'https://www.mintscan.io/celestia/txs/',
      precision: 8,
    },
  ],
});
