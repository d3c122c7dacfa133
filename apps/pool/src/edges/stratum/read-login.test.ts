import { coins } from '@openlode/catalogue/coins';
import { sampleAddresses } from '@openlode/catalogue/testing/sample-addresses';
import { describe, expect, it } from 'vitest';
import { readLogin } from './read-login.ts';
import { readCatalogueLogin } from './testing/read-catalogue-login.ts';

describe('readLogin', () => {
  it.each(coins.filter(({ delisted }) => !delisted).map(({ symbol }) => symbol))('takes %s', (symbol) => {
    const samples = Object.entries(sampleAddresses[symbol] ?? {});
    expect(samples.length).toBeGreaterThan(0);
    for (const [network, addresses] of samples) {
      for (const address of addresses) {
        const outcome = readCatalogueLogin(`${symbol.toLowerCase()}:${address}.rig-1#abcd-1234`);
        expect([network, address, outcome]).toMatchObject([
          network,
          address,
          { kind: 'login', login: { coin: symbol, memo: null, worker: 'rig-1', referralCode: 'abcd-1234' } },
        ]);
      }
    }
  });

  it('refuses delisted coins, unknown ones, and addresses of another coin', () => {
    expect(readCatalogueLogin('FTM:0xa7E43b445cF68CAa143a884AF673121447F29EAe.rig1')).toEqual({
      kind: 'delisted-coin',
      coin: 'FTM',
    });
    expect(readCatalogueLogin('NOPE:abc.rig1')).toEqual({ kind: 'unknown-coin', coin: 'NOPE' });
    expect(readCatalogueLogin('XMR:DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU.rig1')).toMatchObject({
      kind: 'bad-address',
      outcome: { kind: 'no-network-matches' },
    });
  });

  it('asks the pool which coins it has delisted, and which are listed again', () => {
    const rules = { isDelisted: (coin: string) => coin === 'DOGE', isExchange: () => false };
    expect(readLogin('doge:DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU.rig1', rules)).toEqual({
      kind: 'delisted-coin',
      coin: 'DOGE',
    });
    expect(readLogin('FTM:0xa7E43b445cF68CAa143a884AF673121447F29EAe.rig1', rules).kind).toBe('login');
  });
});
