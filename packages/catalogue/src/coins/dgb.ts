import { defineCoin } from '../define-coin.ts';

export const dgb = defineCoin({
  symbol: 'DGB',
  name: 'DigiByte',
  logo: '/coins/dgb.svg',
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
      network: 'DGB',
      name: 'DigiByte',
      isDefault: true,
      tokenStandard: null,
      family: 'DGB',
      regex:
        '^(?:[DS3][1-9A-HJ-NP-Za-km-z]{33}|dgb1(?:q(?:[02-9ac-hj-np-z]{38}|[02-9ac-hj-np-z]{58})|p[02-9ac-hj-np-z]{58}))$',
      regexMemo: null,
      paymentThreshold: '200',
      enabled: true,
      contract: null,
      explorerAddress: 'https://digiexplorer.info/address/',
      explorerTx: 'https://digiexplorer.info/tx/',
      precision: 4,
    },
  ],
});
