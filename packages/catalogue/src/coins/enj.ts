import { defineCoin } from '../define-coin.ts';

export const enj = defineCoin({
  symbol: 'ENJ',
  name: 'Enjin Coin',
  logo: '/coins/enj.svg',
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
      paymentThreshold: '200',
      enabled: true,
      contract: '0xF629cBd94d3791C9250152BD8dfBDF380E2a3B9c',
      explorerAddress: 'https://etherscan.io/address/',
      explorerTx: 'https://etherscan.io/tx/',
      precision: 6,
    },
  ],
});
