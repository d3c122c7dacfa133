import { defineCoin } from '../define-coin.ts';

export const ksm = defineCoin({
  symbol: 'KSM',
  name: 'Kusama',
  logo: '/coins/ksm.svg',
  category: 'layer1',
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
      network: 'KSM',
      name: 'Kusama',
      isDefault: true,
      tokenStandard: null,
      family: 'KSM',
      regex: '^[C-HJ][1-9A-HJ-NP-Za-km-z]{46}$',
      regexMemo: null,
      paymentThreshold: '0.1',
      enabled: true,
      contract: null,
      explorerAddress: 'https://assethub-kusama.subscan.io/account/',
      explorerTx: 'https://assethub-kusama.subscan.io/extrinsic/',
      precision: 8,
    },
  ],
});
