import { defineCoin } from '../define-coin.ts';
import { bsc, tokenOn } from '../token-networks.ts';

export const xrp = defineCoin({
  symbol: 'XRP',
  name: 'XRP',
  category: 'layer1',
  tags: ['BEP20'],
  regexMemo:
    '^(?:0|[1-9]\\d{0,8}|[1-3]\\d{9}|4[01]\\d{8}|42[0-8]\\d{7}|429[0-3]\\d{6}|4294[0-8]\\d{5}|42949[0-5]\\d{4}|429496[0-6]\\d{3}|4294967[01]\\d{2}|42949672[0-8]\\d|429496729[0-5])$',
  memoKind: 'Destination tag: unsigned 32-bit integer 0..4294967295 (xrpl.org)',
  chains: [
    {
      network: 'XRP',
      name: 'XRP Ledger',
      isDefault: true,
      family: 'XRP',
      regex: '^r[1-9A-HJ-NP-Za-km-z]{24,34}$',
      regexMemo:
        '^(?:0|[1-9]\\d{0,8}|[1-3]\\d{9}|4[01]\\d{8}|42[0-8]\\d{7}|429[0-3]\\d{6}|4294[0-8]\\d{5}|42949[0-5]\\d{4}|429496[0-6]\\d{3}|4294967[01]\\d{2}|42949672[0-8]\\d|429496729[0-5])$',
      paymentThreshold: '2',
      explorerAddress: 'https://bithomp.com/explorer/',
      explorerTx: 'https://bithomp.com/explorer/',
      precision: 8,
    },
    tokenOn(bsc, {
      paymentThreshold: '1',
      contract: '0x1D2F0da169ceB9fC7B3144628dB156f3F6c60dBE',
      precision: 8,
    }),
  ],
});
