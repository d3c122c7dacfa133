import { defineCoin } from '../define-coin.ts';
import { bsc, tokenOn } from '../token-networks.ts';

// The network now calls itself Vaulta and its token A; EOS stays the symbol because accounts are kept under it.
export const eos = defineCoin({
  symbol: 'EOS',
  name: 'EOS (Vaulta)',
  category: 'layer1',
  tags: ['BEP20'],
  regexMemo: '^[A-Za-z0-9_-]{1,128}$',
  memoKind: 'EOSIO transfer memo (protocol limit 256 bytes)',
  aliases: ['A'],
  chains: [
    {
      network: 'EOS',
      name: 'Vaulta (EOS)',
      isDefault: true,
      family: 'EOS',
      regex: '^(?=.{1,12}$)[a-z1-5](?:[a-z1-5.]{0,10}[a-z1-5])?$',
      regexMemo: '^[A-Za-z0-9_-]{1,128}$',
      paymentThreshold: '2',
      explorerAddress: 'https://bloks.io/account/',
      explorerTx: 'https://bloks.io/transaction/',
      precision: 6,
    },
    tokenOn(bsc, {
      paymentThreshold: '5',
      enabled: false,
      contract: '0x56b6fB708fC5732DEC1Afc8D8556423A2EDcCbD6',
      precision: 6,
    }),
  ],
});
