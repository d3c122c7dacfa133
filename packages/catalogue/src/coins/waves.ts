import { defineCoin } from '../define-coin.ts';

export const waves = defineCoin({
  symbol: 'WAVES',
  name: 'Waves',
  logo: '/coins/waves.svg',
  category: 'layer1',
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
      network: 'WAVES',
      name: 'Waves',
      isDefault: true,
      tokenStandard: null,
      family: 'WAVES',
      regex: '^3P[1-9A-HJ-NP-Za-km-z]{33}$',
      regexMemo: null,
      paymentThreshold: '1',
      enabled: false,
      contract: null,
      explorerAddress: 'https://wavesexplorer.com/address/',
      explorerTx: 'https://wavesexplorer.com/tx/',
      precision: 8,
    },
  ],
});
