import { defineCoin } from '../define-coin.ts';

export const bat = defineCoin({
  symbol: 'BAT',
  name: 'Basic Attention Token',
  logo: '/coins/bat.svg',
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
      paymentThreshold: '100',
      enabled: true,
      contract: '0x0D8775F648430679A709E98d2b0Cb6250d2887EF',
      explorerAddress: 'https://etherscan.io/address/',
      explorerTx: 'https://etherscan.io/tx/',
      precision: 6,
    },
  ],
});
