import { defineCoin } from '../define-coin.ts';

export const xno = defineCoin({
  symbol: 'XNO',
  name: 'Nano',
  logo: '/coins/xno.svg',
  category: 'layer1',
  tags: [],
  isNew: false,
  delisted: false,
  highRisk: false,
  noPowNote: false,
  addressPrefix: null,
  regexMemo: null,
  memoKind: null,
  aliases: ['NANO'],
  chains: [
    {
      network: 'XNO',
      name: 'Nano',
      isDefault: true,
      tokenStandard: null,
      family: 'XNO',
      regex: '^(?:nano|xrb)_[13][13456789abcdefghijkmnopqrstuwxyz]{59}$',
      regexMemo: null,
      paymentThreshold: '1',
      enabled: true,
      contract: null,
      explorerAddress: 'https://nanexplorer.com/nano/account/',
      explorerTx: 'https://nanexplorer.com/nano/block/',
      precision: 8,
    },
  ],
});
