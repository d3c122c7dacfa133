import { describe, expect, it } from 'vitest';
import { afterFailure, freshAddresses, nextAddress } from './address-book.ts';
import { followReconnect } from './follow-reconnect.ts';
import type { UpstreamAddress } from './upstream-address.ts';

const at = (host: string, port = 3333, isTls = false): UpstreamAddress => ({
  host,
  port,
  tls: isTls ? {} : undefined,
});
const failed = { now: 0, goodForMs: 0, isRefused: false, spread: 0 };

describe('the addresses of an upstream', () => {
  const fresh = freshAddresses([at('a'), at('b'), at('c')]);

  it('are tried from the first on, each with a pause of its own', () => {
    expect(nextAddress(fresh, 0)).toBe(0);
    const one = afterFailure(fresh, 0, failed);
    expect(nextAddress(one, 0)).toBe(1);
    expect([nextAddress(one, 999), nextAddress(one, 1000)]).toEqual([1, 0]);
    const all = [1, 2].reduce((health, index) => afterFailure(health, index, failed), one);
    expect([nextAddress(all, 999), nextAddress(all, 1000)]).toEqual([undefined, 0]);
  });

  it('pause twice as long after each failure, up to a minute, and a little longer by chance', () => {
    const pauses: number[] = [];
    let health = fresh;
    for (let count = 0; count < 8; count++) {
      health = afterFailure(health, 0, failed);
      pauses.push(health[0]?.retryAt ?? 0);
    }
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
    expect(afterFailure(fresh, 0, { ...failed, now: 500, spread: 0.8 })[0]?.retryAt).toBe(1700);
    expect(afterFailure(fresh, 0, { ...failed, isRefused: true })[0]?.retryAt).toBe(60_000);
  });

  it('count their failures again after five good minutes', () => {
    const often = [1, 2, 3].reduce((health) => afterFailure(health, 0, failed), fresh);
    expect(afterFailure(often, 0, { ...failed, goodForMs: 299_999 })[0]?.failures).toBe(4);
    expect(afterFailure(often, 0, { ...failed, goodForMs: 300_000 })[0]?.failures).toBe(1);
  });
});

describe('an upstream that wants its client elsewhere', () => {
  const wish = (host: string, port?: number) => ({ host, port, waitSeconds: 0 });
  const listed = [at('eu.pool', 3333, true), at('us.pool', 3333, true), at('us.pool', 80)];
  const [eu, us, plain] = listed as [UpstreamAddress, UpstreamAddress, UpstreamAddress];

  it('is followed on its own host, with the same TLS', () => {
    expect(followReconnect(wish(''), eu, listed)).toEqual(eu);
    expect(followReconnect(wish('', 4444), eu, listed)).toEqual({ ...eu, port: 4444 });
    expect(followReconnect(wish('eu.pool'), eu, listed)).toEqual(eu);
  });

  it('is followed to what the operator has listed, and never out of TLS', () => {
    expect(followReconnect(wish('us.pool', 3333), eu, listed)).toBe(us);
    expect(followReconnect(wish('us.pool'), eu, listed)).toBe(us);
    expect(followReconnect(wish('us.pool', 80), eu, listed)).toBeUndefined();
    expect(followReconnect(wish('us.pool', 80), at('eu.pool'), listed)).toBe(plain);
  });

  it('is not followed anywhere else: not to a sibling, nor a longer name', () => {
    for (const host of ['pool', 'evil', 'x.eu.pool', 'eu.pool.evil', 'eu.poo'])
      expect(followReconnect(wish(host, 3333), eu, listed)).toBeUndefined();
    expect(followReconnect(wish('us.pool', 3334), eu, listed)).toBeUndefined();
  });
});
