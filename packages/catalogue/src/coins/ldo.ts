import { defineCoin } from '../define-coin.ts';

export const ldo = defineCoin({
  symbol: 'LDO',
  name: 'Lido DAO',
  logo: '/coins/ldo.svg',
  category: 'defi',
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
      contract: '0x5A98FcBEA516Cf06857215779Fd812CA3beF1B32',
      explorerAddress: 'https://etherscan.io/address/',
      explorerTx: 'https://etherscan.io/tx/',
      precision: 8,
    },
  ],
});
