import { defineCoin } from '../define-coin.ts';
import { bsc, tokenOn } from '../token-networks.ts';

export const sol = defineCoin({
  symbol: 'SOL',
  name: 'Solana',
  category: 'layer1',
  tags: ['BEP20', 'Solana'],
  chains: [
    {
      network: 'SOL',
      name: 'Solana',
      isDefault: true,
      family: 'SOL',
      regex: '^[1-9A-HJ-NP-Za-km-z]{42,44}$',
      paymentThreshold: '0.01',
      explorerAddress: 'https://solscan.io/account/',
      explorerTx: 'https://solscan.io/tx/',
      precision: 8,
    },
    tokenOn(bsc, {
      paymentThreshold: '0.01',
      contract: '0x570A5D26f7765Ecb712C0924E4De545B89fD43dF',
      precision: 8,
    }),
  ],
});
