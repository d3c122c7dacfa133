import { defineCoin } from '../define-coin.ts';

export const steem = defineCoin({
  symbol: 'STEEM',
  name: 'Steem',
  logo: '/coins/steem.svg',
  category: 'layer1',
  tags: [],
  isNew: false,
  delisted: false,
  highRisk: false,
  noPowNote: false,
  addressPrefix: null,
  regexMemo: '^[A-Za-z0-9_-]{1,128}$',
  memoKind: 'Steem transfer memo (protocol limit 2048 bytes)',
  aliases: [],
  chains: [
    {
      network: 'STEEM',
      name: 'Steem',
      isDefault: true,
      tokenStandard: null,
      family: 'STEEM',
      regex:
        '^(?=.{3,16}$)[a-z](?=[a-z0-9-]{2,})[a-z0-9]*(?:-[a-z0-9]+)*(?:\\.[a-z](?=[a-z0-9-]{2,})[a-z0-9]*(?:-[a-z0-9]+)*)*$',
      regexMemo: '^[A-Za-z0-9_-]{1,128}$',
      paymentThreshold: '10',
      enabled: true,
      contract: null,
      explorerAddress: 'https://steemblock.com/account/',
      explorerTx: 'https://steemblock.com/tx/',
      precision: 6,
    },
  ],
});
