import { defineCoin } from '../define-coin.ts';

export const steem = defineCoin({
  symbol: 'STEEM',
  name: 'Steem',
  category: 'layer1',
  regexMemo: '^[A-Za-z0-9_-]{1,128}$',
  memoKind: 'Steem transfer memo (protocol limit 2048 bytes)',
  chains: [
    {
      network: 'STEEM',
      name: 'Steem',
      isDefault: true,
      family: 'STEEM',
      regex:
        '^(?=.{3,16}$)[a-z](?=[a-z0-9-]{2,})[a-z0-9]*(?:-[a-z0-9]+)*(?:\\.[a-z](?=[a-z0-9-]{2,})[a-z0-9]*(?:-[a-z0-9]+)*)*$',
      regexMemo: '^[A-Za-z0-9_-]{1,128}$',
      paymentThreshold: '10',
      explorerAddress: 'https://steemblock.com/account/',
      explorerTx: 'https://steemblock.com/tx/',
      precision: 6,
    },
  ],
});
