import { describe, expect, it } from 'vitest';
import { likelyFirst, loadCoinsOfAddress } from './load-coins-of-address.ts';

const everywhere = { delisted: new Set<string>(), paysHere: () => true };

describe('the coins of an address', () => {
  it('are found by its checksum, all that share its form, and none for a typing error', async () => {
    const coinsOfAddress = await loadCoinsOfAddress();
    const coinsOf = (text: string) => coinsOfAddress(text, everywhere);
    expect(coinsOf(' DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU ').map(({ symbol }) => symbol)).toEqual([
      'DOGE',
      'DGB',
      'BELLS',
      'XVG',
    ]);
    expect(coinsOf('DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSV')).toEqual([]);
    expect(coinsOf('rwTz3rfE4obxbRHYJ5QyjmVKEnRCTgsFai:12345').map(({ symbol }) => symbol)).toEqual(['XRP']);
  });

  it('leave out the coins that the pool lists as delisted', async () => {
    const fits = (await loadCoinsOfAddress())('DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU', {
      ...everywhere,
      delisted: new Set(['DOGE', 'XVG']),
    });
    expect(fits.map(({ symbol }) => symbol)).toEqual(['DGB', 'BELLS']);
  });

  it('leave out the coins that the pool does not pay where the address is', async () => {
    const coinsOfAddress = await loadCoinsOfAddress();
    const paysHere = (coin: string, network: string) => coin === 'DOGE' && network === 'BSC';
    expect(coinsOfAddress('DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU', { ...everywhere, paysHere })).toEqual([]);
    const fits = coinsOfAddress('0xa7E43b445cF68CAa143a884AF673121447F29EAe', { ...everywhere, paysHere });
    expect(fits.map(({ symbol }) => symbol)).toEqual(['DOGE']);
  });

  it('begin with those viewed last, then those that most people mean', async () => {
    const fits = (await loadCoinsOfAddress())('0xa7E43b445cF68CAa143a884AF673121447F29EAe', everywhere);
    expect(fits.length).toBeGreaterThan(20);
    const order = likelyFirst(fits, ['SHIB', 'DOGE']).map(({ symbol }) => symbol);
    expect(order.slice(0, 2)).toEqual(['SHIB', 'DOGE']);
    expect(order.indexOf('ETH')).toBeLessThan(order.indexOf('ETHW'));
    expect(order).toHaveLength(fits.length);
  });
});
