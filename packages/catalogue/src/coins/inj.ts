import { defineCoin } from '../define-coin.ts';
import { bsc, ethereum, tokenOn } from '../token-networks.ts';

export const inj = defineCoin({
  symbol: 'INJ',
  name: 'Injective',
  category: 'layer1',
  tags: ['ERC20', 'BEP20'],
  regexMemo: '^[A-Za-z0-9_-]{1,128}$',
  memoKind: 'Cosmos SDK memo',
  chains: [
    {
      network: 'INJ',
      name: 'Injective',
      isDefault: true,
      family: 'INJ',
      regex: '^inj1[02-9ac-hj-np-z]{38}$',
      regexMemo: '^[A-Za-z0-9_-]{1,128}$',
      paymentThreshold: '0.1',
      explorerAddress: 'https://www.mintscan.io/injective/account/',
      explorerTx: 'https://www.mintscan.io/injective/txs/',
      precision: 8,
    },
    tokenOn(ethereum, {
      paymentThreshold: '2',
      contract: '0xe28b3B32B6c345A34Ff64674606124Dd5Aceca30',
      precision: 8,
    }),
    tokenOn(bsc, {
      paymentThreshold: '0.2',
      contract: '0xa2B726B1145A4773F68593CF171187d8EBe4d495',
      precision: 8,
    }),
  ],
});
