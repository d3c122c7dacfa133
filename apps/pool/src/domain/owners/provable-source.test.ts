import { describe, expect, it } from 'vitest';
import { provableSources } from './provable-source.ts';

const proxies = ['192.0.2.80', 'fd00:1::/64', '2001:db8:80::80'];
const sharedNetworks = ['198.51.100.0/24', '2001:db8:5::/48'];
const real = provableSources({ sandbox: false, proxies, sharedNetworks });
const sandbox = provableSources({ sandbox: true, proxies, sharedNetworks });

describe('provableSources', () => {
  it.each([
    ['127.0.0.1', false, true],
    ['10.1.2.3', false, true],
    ['172.31.255.255', false, true],
    ['192.168.0.7', false, true],
    ['100.64.0.1', false, true],
    ['169.254.1.1', false, true],
    ['::/64', false, true],
    ['fe80:0:0:0::/64', false, true],
    ['fd12:3456:0:0::/64', false, true],
    ['192.0.2.80', false, true],
    ['2001:db8:80:0::/64', false, true],
    ['198.51.100.9', false, false],
    ['2001:db8:5:77::/64', false, false],
    ['203.0.113.7', true, true],
    ['2001:db8:1:2::/64', true, true],
  ])('%s proves in a real pool: %s, in a sandbox: %s', (source, inReal, inSandbox) => {
    expect([real(source), sandbox(source)]).toEqual([inReal, inSandbox]);
  });

  it('refuses a list with something else in it', () => {
    expect(() => provableSources({ sandbox: true, proxies: [], sharedNetworks: ['rental.example'] })).toThrow(
      'not an address or network: rental.example',
    );
  });
});
