import { defineCoin } from '../define-coin.ts';

export const apt = defineCoin({
  symbol: 'APT',
  name: 'Aptos',
  logo: '/coins/apt.svg',
  category: 'layer1',
  tags: [],
  isNew: false,
  delisted: false,
  highRisk: false,
  noPowNote: false,
  addressPrefix: null,
  regexMemo: null,
  memoKind: null,
  aliases: [],
  chains: [
    {
      network: 'APT',
      name: 'Aptos',
      isDefault: true,
      tokenStandard: null,
      family: 'APT',
      regex: '^0x[0-9a-fA-F]{60,64}$',
      regexMemo: null,
      paymentThreshold: '0.2',
      enabled: true,
      contract: null,
      explorerAddress: 'https://explorer.aptoslabs.com/account/',
      explorerTx: 'https://explorer.aptoslabs.com/txn/',
      precision: 8,
    },
  ],
});
