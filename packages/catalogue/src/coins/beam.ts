import { defineCoin } from '../define-coin.ts';

export const beam = defineCoin({
  symbol: 'BEAM',
  name: 'Beam',
  logo: '/coins/beam.svg',
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
      network: 'BEAM',
      name: 'Beam',
      isDefault: true,
      tokenStandard: null,
      family: 'BEAM',
      regex: '^(?:[0-9a-f]{62,72}|[1-9A-HJ-NP-Za-km-z]{100,1600})$',
      regexMemo: null,
      paymentThreshold: '50',
      enabled: true,
      contract: null,
      explorerAddress: 'https://explorer.beam.mw/',
      explorerTx: 'https://explorer.beam.mw/',
      precision: 6,
    },
  ],
});
