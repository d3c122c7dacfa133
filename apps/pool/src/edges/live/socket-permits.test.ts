import { describe, expect, it } from 'vitest';
import { usualSocketLimits, SocketPermits } from './socket-permits.ts';

const limits = { ...usualSocketLimits, socketsPerClient: 3, sockets: 5, unknownPerClient: 2, unknown: 3 };

describe('permits of the live channel', () => {
  it('are limited per source, and in all', () => {
    const permits = new SocketPermits(limits, () => 0);
    const own = [permits.admit('a'), permits.admit('a'), permits.admit('a')];
    expect(own.every((permit) => permit !== undefined)).toBe(true);
    expect(permits.admit('a')).toBeUndefined();
    expect(permits.admit('b')).toBeDefined();
    expect(permits.admit('c')).toBeDefined();
    expect(permits.admit('d')).toBeUndefined();
    own[0]?.leave();
    own[0]?.leave();
    expect(permits.admit('d')).toBeDefined();
    expect(permits.admit('e')).toBeUndefined();
  });

  it('are no more of an IPv6 /48 than of sixteen sources, however many /64 it has', () => {
    const permits = new SocketPermits({ ...limits, sockets: 1000, unknown: 1000 }, () => 0);
    const networks = [
      { name: '2001:db8:0:1::/56', factor: 4 },
      { name: '2001:db8:0::/48', factor: 16 },
    ];
    const all = Array.from({ length: 256 }, (_, each) => permits.admit(`2001:db8:0:${each}::/64`, networks));
    const own = all.filter((permit) => permit !== undefined);
    expect(own).toHaveLength(12);
    expect(own.filter((permit) => permit.takeUnknown())).toHaveLength(8);
    const other = [{ name: '2001:db8:0:2::/56', factor: 4 }, ...networks.slice(1)];
    expect(permits.admit('2001:db8:0:200::/64', other)?.takeUnknown()).toBe(true);
    for (const permit of own) permit.leave();
    expect(permits.admit('2001:db8:0:1::/64', networks)?.takeUnknown()).toBe(true);
  });

  it('may send so much each, and four times as much together, also on new connections', () => {
    let now = 0;
    const permits = new SocketPermits(
      { ...limits, socketsPerClient: 10, sockets: 10, bytes: { perSecond: 10, burst: 100 } },
      () => now,
    );
    for (let each = 0; each < 4; each += 1) {
      const permit = permits.admit('a');
      expect(permit?.takeBytes(100)).toBe(true);
      expect(permit?.takeBytes(1)).toBe(false);
      permit?.leave();
    }
    expect(permits.admit('a')?.takeBytes(100)).toBe(false);
    expect(permits.admit('b')?.takeBytes(100)).toBe(true);
    now = 10_000;
    expect(permits.admit('a')?.takeBytes(100)).toBe(true);
  });

  it('watch a limited number of miners that do not exist', () => {
    const permits = new SocketPermits(limits, () => 0);
    const [a, b] = [permits.admit('a'), permits.admit('b')];
    expect([a?.takeUnknown(), a?.takeUnknown(), a?.takeUnknown()]).toEqual([true, true, false]);
    expect([b?.takeUnknown(), b?.takeUnknown()]).toEqual([true, false]);
    a?.giveUnknown();
    expect(b?.takeUnknown()).toBe(true);
    a?.leave();
    expect(permits.admit('c')?.takeUnknown()).toBe(true);
  });
});
