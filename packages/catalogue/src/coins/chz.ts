import { defineCoin } from '../define-coin.ts';

export const chz = defineCoin({
  symbol: 'CHZ',
  name: 'Chiliz',
  logo: '/coins/chz.svg',
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
      paymentThreshold: '500',
      enabled: true,
      contract: '0x3506424F91fD33084466F402d5D97f05F8e3b4AF',
      explorerAddress: 'https://etherscan.io/address/',
      explorerTx: 'https://etherscan.io/tx/',
      precision: 6,
    },
  ],
});
