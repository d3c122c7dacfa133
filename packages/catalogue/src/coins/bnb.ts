import { defineCoin } from '../define-coin.ts';

export const bnb = defineCoin({
  symbol: 'BNB',
  name: 'BNB',
  logo: '/coins/bnb.svg',
  category: 'layer1',
  tags: ['BEP20'],
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
      network: 'BSC',
      name: 'BNB Smart Chain',
      isDefault: true,
      tokenStandard: null,
      family: 'EVM',
      regex: '^0x[0-9a-fA-F]{40}$',
      regexMemo: null,
      paymentThreshold: '0.005',
      enabled: true,
      contract: null,
      explorerAddress: 'https://bscscan.com/address/',
      explorerTx: 'https://bscscan.com/tx/',
      precision: 8,
    },
  ],
});
