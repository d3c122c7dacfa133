import { defineCoin } from '../define-coin.ts';
import { bsc, tokenOn } from '../token-networks.ts';

export const fil = defineCoin({
  symbol: 'FIL',
  name: 'Filecoin',
  category: 'layer1',
  tags: ['BEP20'],
  chains: [
    {
      network: 'FIL',
      name: 'Filecoin',
      isDefault: true,
      family: 'FIL',
      regex: '^f(?:0\\d{1,19}|[12][a-z2-7]{39}|3[a-z2-7]{84}|410f[a-z2-7]{39})$',
      paymentThreshold: '0.5',
      explorerAddress: 'https://filfox.info/en/address/',
      explorerTx: 'https://filfox.info/en/message/',
      precision: 8,
    },
    tokenOn(bsc, {
      paymentThreshold: '0.5',
      contract: '0x0D8Ce2A99Bb6e3B7Db580eD848240e4a0F9aE153',
      precision: 8,
    }),
  ],
});
