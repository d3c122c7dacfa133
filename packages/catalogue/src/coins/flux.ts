import { defineCoin } from '../define-coin.ts';

export const flux = defineCoin({
  symbol: 'FLUX',
  name: 'Flux',
  logo: '/coins/flux.svg',
  category: 'mineable',
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
      network: 'FLUX',
      name: 'Flux',
      isDefault: true,
      tokenStandard: null,
      family: 'FLUX',
      regex: '^t[13][1-9A-HJ-NP-Za-km-z]{33}$',
      regexMemo: null,
      paymentThreshold: '5',
      enabled: true,
      contract: null,
      explorerAddress: 'https://explorer.runonflux.io/address/',
      explorerTx: 'https://explorer.runonflux.io/tx/',
      precision: 6,
    },
  ],
});
