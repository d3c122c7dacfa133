import { defineCoin } from '../define-coin.ts';

export const babydoge = defineCoin({
  symbol: 'BABYDOGE',
  name: 'Baby Doge Coin',
  logo: '/coins/babydoge.svg',
  category: 'meme',
  tags: ['Meme', 'BEP20'],
  isNew: false,
  delisted: false,
  highRisk: true,
  noPowNote: false,
  addressPrefix: null,
  regexMemo: null,
  memoKind: null,
  aliases: [],
  chains: [
    {
      network: 'BSC',
      name: 'BNB Smart Chain',
      isDefault: true,
      tokenStandard: 'BEP20',
      family: 'EVM',
      regex: '^0x[0-9a-fA-F]{40}$',
      regexMemo: null,
      paymentThreshold: '1000000000',
      enabled: true,
      contract: '0xc748673057861a797275CD8A068AbB95A902e8de',
      explorerAddress: 'https://bscscan.com/address/',
      explorerTx: 'https://bscscan.com/tx/',
      precision: 2,
    },
  ],
});
