import { describe, expect, it } from 'vitest';
import { sampleAddresses } from '@openlode/catalogue/testing/sample-addresses';
import { offeredRails } from '../offered-rails.ts';

/** The key of number 1 at each real network, as its wallets spell it: what the signer makes of it is literal in a suite of its own. */
const addressOf: Readonly<Record<string, string>> = {
  BELLS: 'bel1qw508d6qejxtdg4y5r3zarvary0c5xw7kztdea9',
  DASH: 'XmN7PQYWKn5MJFna5fRYgP6mxT2F7xpekE',
  DGB: 'dgb1qw508d6qejxtdg4y5r3zarvary0c5xw7kmudfnm',
  VTC: 'vtc1qw508d6qejxtdg4y5r3zarvary0c5xw7kuk9r06',
  VIA: 'via1qw508d6qejxtdg4y5r3zarvary0c5xw7kxzdzsn',
  QTUM: 'qc1qw508d6qejxtdg4y5r3zarvary0c5xw7kq52at0',
  XVG: 'DFpN6QqFfUm3gKNaxN6tNcab1FArL9cZLE',
  ZEC: 't1UYsZVJkLPeMjxEtACvSxfWuNmddpWfxzs',
  FLUX: 't1UYsZVJkLPeMjxEtACvSxfWuNmddpWfxzs',
  KMD: 'RKxTdfmtxtfLDKZBgx6SvNkBtNu9jRYnLh',
  NEXA: 'nexa:qp63uahgrxged4z5jswyt5dn5v3lzsem6cg72sy3kw',
  FIRO: 'aBPjJ4LEarrcCrd6EBRTb8jVjUZuHQFVnD',
};

describe.each(Object.keys(addressOf))('the rail of %s', (coin) => {
  const rail = offeredRails.find(({ asset }) => asset === coin);
  const own = addressOf[coin] ?? '';

  it('spends coins at the address that the signer has for a key', () => {
    expect(rail?.addressFault('main', own)).toBeUndefined();
    expect(rail?.spelledByMiners('main', own)).toBe(own);
  });

  it('pays every form of address that miners may name', () => {
    const samples = sampleAddresses[coin]?.[coin] ?? [];
    expect(samples.length).toBeGreaterThan(0);
    for (const address of samples) expect(rail?.scriptOf('main', address)).toMatch(/^[0-9a-f]{44,68}$/);
  });
});
