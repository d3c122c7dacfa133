import { defineCoin } from '../define-coin.ts';

export const hot = defineCoin({
  symbol: 'HOT',
  name: 'Holo',
  logo: '/coins/hot.svg',
  category: 'layer1',
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
      paymentThreshold: '20000',
      enabled: true,
      contract: '0x6c6EE5e31d828De241282B9606C8e98Ea48526E2',
      explorerAddress: 'https://etherscan.io/address/',
      explorerTx: 'https://etherscan.io/tx/',
      precision: 4,
    },
  ],
});
