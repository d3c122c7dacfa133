import { defineCoin } from '../define-coin.ts';

export const ape = defineCoin({
  symbol: 'APE',
  name: 'ApeCoin',
  logo: '/coins/ape.svg',
  category: 'gaming',
  tags: ['ERC20'],
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
      network: 'ETH',
      name: 'Ethereum',
      isDefault: true,
      tokenStandard: 'ERC20',
      family: 'EVM',
      regex: '^0x[0-9a-fA-F]{40}$',
      regexMemo: null,
      paymentThreshold: '20',
      enabled: true,
      contract: '0x4d224452801ACEd8B2F0aebE155379bb5D594381',
      explorerAddress: 'https://etherscan.io/address/',
      explorerTx: 'https://etherscan.io/tx/',
      precision: 6,
    },
  ],
});
