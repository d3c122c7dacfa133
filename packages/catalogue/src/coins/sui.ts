import { defineCoin } from '../define-coin.ts';

export const sui = defineCoin({
  symbol: 'SUI',
  name: 'Sui',
  logo: '/coins/sui.svg',
  category: 'layer1',
  tags: ['New'],
  isNew: true,
  delisted: false,
  highRisk: false,
  noPowNote: false,
  addressPrefix: null,
  regexMemo: null,
  memoKind: null,
  aliases: [],
  chains: [
    {
      network: 'SUI',
      name: 'Sui',
      isDefault: true,
      tokenStandard: null,
      family: 'SUI',
      regex: '^0x[0-9a-fA-F]{64}$',
      regexMemo: null,
      paymentThreshold: '0.5',
      enabled: true,
      contract: null,
      explorerAddress: 'https://suiscan.xyz/mainnet/account/',
      explorerTx: 'https://suiscan.xyz/mainnet/tx/',
      precision: 8,
    },
  ],
});
