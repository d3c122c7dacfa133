import { defineCoin } from '../define-coin.ts';

export const cake = defineCoin({
  symbol: 'CAKE',
  name: 'PancakeSwap',
  logo: '/coins/cake.svg',
  category: 'defi',
  tags: ['BEP20'],
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
      network: 'BSC',
      name: 'BNB Smart Chain',
      isDefault: true,
      tokenStandard: 'BEP20',
      family: 'EVM',
      regex: '^0x[0-9a-fA-F]{40}$',
      regexMemo: null,
      paymentThreshold: '1',
      enabled: true,
      contract: '0x0E09FaBB73Bd3Ade0a17ECC321fD13a19e81cE82',
      explorerAddress: 'https://bscscan.com/address/',
      explorerTx: 'https://bscscan.com/tx/',
      precision: 8,
    },
  ],
});
