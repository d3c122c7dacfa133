import { defineCoin } from '../define-coin.ts';

export const op = defineCoin({
  symbol: 'OP',
  name: 'Optimism',
  logo: '/coins/op.svg',
  category: 'layer2',
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
      network: 'OPTIMISM',
      name: 'OP Mainnet',
      isDefault: true,
      tokenStandard: 'ERC20',
      family: 'EVM',
      regex: '^0x[0-9a-fA-F]{40}$',
      regexMemo: null,
      paymentThreshold: '2',
      enabled: true,
      contract: '0x4200000000000000000000000000000000000042',
      explorerAddress: 'https://optimistic.etherscan.io/address/',
      explorerTx: 'https://optimistic.etherscan.io/tx/',
      precision: 8,
    },
  ],
});
