import { describe, expect, it } from 'vitest';
import type { Rail } from '../../domain/kernel/rail.ts';
import { NoRail, railView, requireRail } from '../../domain/kernel/rails.ts';
import { railRegistry } from './registry.ts';

function rail(name: string, networks: readonly string[], more: Partial<Rail> = {}): Rail {
  const unasked = (): never => {
    throw new Error(`${name} was asked`);
  };
  return {
    name,
    networks,
    kind: 'real',
    resend: 'same-bytes',
    isOrdered: false,
    pays: (coin) => coin === 'USDT',
    terms: unasked,
    build: unasked,
    inspect: unasked,
    send: unasked,
    lookUp: unasked,
    outgoing: unasked,
    ...more,
  };
}

describe('railRegistry', () => {
  const evm = rail('evm', ['ETH', 'POL']);
  const ripple = rail('ripple', ['XRP'], { activated: async (_network, address) => address === 'rOpen' });
  const rails = railRegistry([evm, ripple]);

  it('finds the one rail of a network, and says which network has none', () => {
    expect(rails.railOf('POL')).toEqual({ kind: 'rail', rail: evm });
    expect(rails.railOf('XRP')).toEqual({ kind: 'rail', rail: ripple });
    expect(rails.railOf('BTC')).toEqual({ kind: 'no-rail', network: 'BTC' });
    expect(rails.all).toEqual([evm, ripple]);
    expect(requireRail(rails, 'ETH')).toBe(evm);
    expect(() => requireRail(rails, 'BTC')).toThrow(NoRail);
    expect(() => requireRail(rails, 'BTC')).toThrow('this pool has no rail for BTC');
  });

  it('refuses two rails of one network', () => {
    expect(() => railRegistry([evm, rail('another', ['POL'])])).toThrow(
      'evm and another would both pay on POL: leave one of them out',
    );
  });

  it('shows a network without a rail as one on which nothing is paid', async () => {
    const view = railView(rails);
    expect([view.pays('USDT', 'ETH'), view.pays('DAI', 'ETH'), view.pays('USDT', 'TRX')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(await view.activated('XRP', 'rOpen')).toBe(true);
    expect(await view.activated('XRP', 'rClosed')).toBe(false);
    expect(await view.activated('ETH', '0x1')).toBe(true);
    expect(await view.activated('TRX', 'T1')).toBe(true);
  });
});
