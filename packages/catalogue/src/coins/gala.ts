import { defineCoin } from '../define-coin.ts';

export const gala = defineCoin({
  symbol: 'GALA',
  name: 'Gala',
  logo: '/coins/gala.svg',
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
      paymentThreshold: '1000',
      enabled: true,
      contract: '0xd1d2Eb1B1e90B638588728b4130137D262C87cae',
      explorerAddress: 'https://etherscan.io/address/',
      explorerTx: 'https://etherscan.io/tx/',
      precision: 6,
    },
  ],
});
