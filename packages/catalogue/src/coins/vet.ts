import { defineCoin } from '../define-coin.ts';

export const vet = defineCoin({
  symbol: 'VET',
  name: 'VeChain',
  logo: '/coins/vet.svg',
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
      network: 'VET',
      name: 'VeChainThor',
      isDefault: true,
      tokenStandard: null,
      family: 'EVM',
      regex: '^0x[0-9a-fA-F]{40}$',
      regexMemo: null,
      paymentThreshold: '50',
      enabled: true,
      contract: null,
      explorerAddress: 'https://explore.vechain.org/accounts/',
      explorerTx: 'https://explore.vechain.org/transactions/',
      precision: 6,
    },
  ],
});
