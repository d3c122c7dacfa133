import { defineCoin } from '../define-coin.ts';

export const ethw = defineCoin({
  symbol: 'ETHW',
  name: 'EthereumPoW',
  logo: '/coins/ethw.svg',
  category: 'mineable',
  tags: [],
  isNew: false,
  delisted: false,
  highRisk: true,
  noPowNote: false,
  addressPrefix: null,
  regexMemo: null,
  memoKind: null,
  aliases: [],
  chains: [
    {
      network: 'ETHW',
      name: 'EthereumPoW',
      isDefault: true,
      tokenStandard: null,
      family: 'EVM',
      regex: '^0x[0-9a-fA-F]{40}$',
      regexMemo: null,
      paymentThreshold: '0.5',
      enabled: true,
      contract: null,
      explorerAddress: 'https://www.oklink.com/ethw/address/',
      explorerTx: 'https://www.oklink.com/ethw/tx/',
      precision: 8,
    },
  ],
});
