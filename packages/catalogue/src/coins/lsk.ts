import { defineCoin } from '../define-coin.ts';

// Lisk moved to an Ethereum layer 2 in 2024, so LSK is paid as an ERC-20 token.
export const lsk = defineCoin({
  symbol: 'LSK',
  name: 'Lisk',
  logo: '/coins/lsk.svg',
  category: 'layer2',
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
      paymentThreshold: '50',
      enabled: true,
      contract: '0x6033F7f88332B8db6ad452B7C6D5bB643990aE3f',
      explorerAddress: 'https://etherscan.io/address/',
      explorerTx: 'https://etherscan.io/tx/',
      precision: 6,
    },
  ],
});
