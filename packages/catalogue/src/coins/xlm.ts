import { defineCoin } from '../define-coin.ts';
import { bsc, tokenOn } from '../token-networks.ts';

export const xlm = defineCoin({
  symbol: 'XLM',
  name: 'Stellar',
  category: 'layer1',
  tags: ['BEP20'],
  regexMemo: '^(?:[A-Za-z0-9_-]{1,28}|[0-9a-fA-F]{64})$',
  memoKind:
    'Stellar memo: TEXT up to 28 bytes, ID (unsigned 64-bit, fits the text form) or 64-hex HASH/RETURN',
  chains: [
    {
      network: 'XLM',
      name: 'Stellar',
      isDefault: true,
      family: 'XLM',
      regex: '^G[A-Z2-7]{55}$',
      regexMemo: '^(?:[A-Za-z0-9_-]{1,28}|[0-9a-fA-F]{64})$',
      paymentThreshold: '5',
      explorerAddress: 'https://blockchair.com/stellar/account/',
      explorerTx: 'https://blockchair.com/stellar/transaction/',
      precision: 6,
    },
    tokenOn(bsc, {
      paymentThreshold: '5',
      contract: '0x43C934A845205F0b514417d757d7235B8f53f1B9',
      precision: 6,
    }),
  ],
});
