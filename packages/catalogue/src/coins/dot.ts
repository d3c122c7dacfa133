import { defineCoin } from '../define-coin.ts';
import { bsc, tokenOn } from '../token-networks.ts';

export const dot = defineCoin({
  symbol: 'DOT',
  name: 'Polkadot',
  category: 'layer1',
  tags: ['BEP20'],
  chains: [
    {
      network: 'DOT',
      name: 'Polkadot',
      isDefault: true,
      family: 'DOT',
      regex: '^1[1-9A-HJ-NP-Za-km-z]{46,47}$',
      paymentThreshold: '0.2',
      explorerAddress: 'https://assethub-polkadot.subscan.io/account/',
      explorerTx: 'https://assethub-polkadot.subscan.io/extrinsic/',
      precision: 8,
    },
    tokenOn(bsc, {
      paymentThreshold: '0.5',
      contract: '0x7083609fCE4d1d8Dc0C979AAb8c869Ea2C873402',
      precision: 8,
    }),
  ],
});
