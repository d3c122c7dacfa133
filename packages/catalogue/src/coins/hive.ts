import { defineCoin } from '../define-coin.ts';

export const hive = defineCoin({
  symbol: 'HIVE',
  name: 'Hive',
  category: 'layer1',
  regexMemo: '^[A-Za-z0-9_-]{1,128}$',
  memoKind: 'Hive transfer memo (protocol limit 2048 bytes)',
  chains: [
    {
      network: 'HIVE',
      name: 'Hive',
      isDefault: true,
      family: 'HIVE',
      regex:
        '^(?=.{3,16}$)[a-z](?=[a-z0-9-]{2,})[a-z0-9]*(?:-[a-z0-9]+)*(?:\\.[a-z](?=[a-z0-9-]{2,})[a-z0-9]*(?:-[a-z0-9]+)*)*$',
      regexMemo: '^[A-Za-z0-9_-]{1,128}$',
      paymentThreshold: '5',
      explorerAddress: 'https://hiveblocks.com/@',
      explorerTx: 'https://hiveblocks.com/tx/',
      precision: 6,
    },
  ],
});
