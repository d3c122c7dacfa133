import { defineCoin } from '../define-coin.ts';
import { bsc, tokenOn } from '../token-networks.ts';

export const atom = defineCoin({
  symbol: 'ATOM',
  name: 'Cosmos',
  category: 'layer1',
  tags: ['BEP20'],
  regexMemo: '^[A-Za-z0-9_-]{1,128}$',
  memoKind: 'Cosmos SDK memo (protocol limit is 256+ characters, exchanges use digits)',
  chains: [
    {
      network: 'ATOM',
      name: 'Cosmos Hub',
      isDefault: true,
      family: 'ATOM',
      regex: '^cosmos1[02-9ac-hj-np-z]{38}$',
      regexMemo: '^[A-Za-z0-9_-]{1,128}$',
      paymentThreshold: '0.2',
      explorerAddress: 'https://www.mintscan.io/cosmos/account/',
      explorerTx: 'https://www.mintscan.io/cosmos/txs/',
      precision: 8,
    },
    tokenOn(bsc, {
      paymentThreshold: '0.5',
      contract: '0x0Eb3a705fc54725037CC9e008bDede697f62F335',
      precision: 8,
    }),
  ],
});
