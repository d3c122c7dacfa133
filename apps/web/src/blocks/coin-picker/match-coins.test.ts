import { coinListExample } from '@openlode/contracts/examples/coins';
import type { CoinItem } from '@openlode/contracts/http/coins';
import { describe, expect, it } from 'vitest';
import { matchCoins, pickCoins } from './match-coins.ts';

const [template] = coinListExample.data;
if (template === undefined) throw new Error('the example lists coins');
const coin = (symbol: string, name: string): CoinItem => ({ ...template, symbol, name });
const groups = [
  { category: 'Layer 1', list: [coin('BTC', 'Bitcoin'), coin('ELON', 'Dogelon Mars')] },
  { category: 'Layer 1', list: [coin('XRP', 'XRP'), coin('BNB', 'BNB')] },
  { category: 'Meme', list: [coin('BABYDOGE', 'Baby Doge Coin'), coin('DOGE', 'Dogecoin')] },
];
const symbols = (text: string) => matchCoins(groups, text).map((match) => match.symbol);

describe('matchCoins', () => {
  it('matches name or symbol in either case', () => {
    expect(symbols('bitc')).toEqual(['BTC']);
    expect(symbols('BTC')).toEqual(['BTC']);
    expect(symbols('mars')).toEqual(['ELON']);
    expect(symbols('nothing')).toEqual([]);
  });

  it('knows what miners call a coin besides its name', () => {
    expect(symbols('ripple')).toEqual(['XRP']);
    expect(symbols('Binance')).toEqual(['BNB']);
  });

  it('puts the nearest first: the symbol itself, its beginning, the beginning of a name, any place', () => {
    expect(symbols('doge')).toEqual(['DOGE', 'ELON', 'BABYDOGE']);
  });
});

describe('pickCoins', () => {
  it('answers the coins in the order asked and leaves out what is gone', () => {
    expect(pickCoins(groups, ['DOGE', 'GONE', 'BTC']).map(({ symbol }) => symbol)).toEqual(['DOGE', 'BTC']);
  });
});
