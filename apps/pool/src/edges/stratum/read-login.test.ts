import { coins } from '@openlode/catalogue/coins';
import { sampleAddresses } from '@openlode/catalogue/testing/sample-addresses';
import { describe, expect, it } from 'vitest';
import { readLogin } from './read-login.ts';

describe('readLogin', () => {
  it.each(coins.filter(({ delisted }) => !delisted).map(({ symbol }) => symbol))('takes %s', (symbol) => {
    const samples = Object.entries(sampleAddresses[symbol] ?? {});
    expect(samples.length).toBeGreaterThan(0);
    for (const [network, addresses] of samples) {
      for (const address of addresses) {
        const outcome = readLogin(`${symbol.toLowerCase()}:${address}.rig-1#abcd-1234`);
        expect([network, address, outcome]).toMatchObject([
          network,
          address,
          { kind: 'login', login: { coin: symbol, memo: null, worker: 'rig-1', code: 'abcd-1234' } },
        ]);
      }
    }
  });

  it('refuses delisted coins, unknown ones, and addresses of another coin', () => {
    expect(readLogin('FTM:0xa7E43b445cF68CAa143a884AF673121447F29EAe.rig1')).toEqual({
      kind: 'delisted-coin',
      coin: 'FTM',
    });
    expect(readLogin('NOPE:abc.rig1')).toEqual({ kind: 'unknown-coin', coin: 'NOPE' });
    expect(readLogin('XMR:DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU.rig1')).toMatchObject({
      kind: 'bad-address',
      outcome: { kind: 'no-network-matches' },
    });
  });
});
