import { describe, expect, it } from 'vitest';
import { likelyFirst, loadCoinsOfAddress } from './load-coins-of-address.ts';

describe('the coins of an address', () => {
  it('are found by its checksum, all that share its form, and none for a typing error', async () => {
    const coinsOf = await loadCoinsOfAddress();
    expect(coinsOf(' DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU ').map(({ symbol }) => symbol)).toEqual([
      'DOGE',
      'DGB',
      'BELLS',
      'XVG',
    ]);
    expect(coinsOf('DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSV')).toEqual([]);
    expect(coinsOf('rwTz3rfE4obxbRHYJ5QyjmVKEnRCTgsFai:12345').map(({ symbol }) => symbol)).toEqual(['XRP']);
  });

  it('begin with those viewed last, then those that most people mean', async () => {
    const fits = (await loadCoinsOfAddress())('0xa7E43b445cF68CAa143a884AF673121447F29EAe');
    expect(fits.length).toBeGreaterThan(20);
    const order = likelyFirst(fits, ['SHIB', 'DOGE']).map(({ symbol }) => symbol);
    expect(order.slice(0, 2)).toEqual(['SHIB', 'DOGE']);
    expect(order.indexOf('ETH')).toBeLessThan(order.indexOf('ETHW'));
    expect(order).toHaveLength(fits.length);
  });
});
