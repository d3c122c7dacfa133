import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type TradedPosition, tradeNeed } from './trade-need.ts';

const nothing: TradedPosition = {
  coin: 'LTC',
  owed: 0n,
  leaving: 0n,
  wallets: 0n,
  exchange: 0n,
  onItsWay: 0n,
  bought: 0n,
  converted: 0n,
  target: 0n,
};
const needOf = (more: Partial<TradedPosition>) => tradeNeed({ ...nothing, ...more });

describe('what should be traded of a coin', () => {
  it.each([
    ['nothing that conversions have not left', { wallets: 90n, target: 5n }, undefined],
    ['all of it where nothing is owed', { wallets: 7n, converted: 7n }, ['sell', 7n, 0n]],
    [
      'no more than is held beside what is owed and the target',
      { wallets: 8n, exchange: 2n, owed: 4n, target: 3n, converted: 7n },
      ['sell', 3n, 4n],
    ],
    ['nothing where that is missing', { wallets: 2n, owed: 4n, converted: 7n }, ['sell', 0n, 7n]],
    ['nothing that is on its way', { onItsWay: 7n, converted: 7n }, ['sell', 0n, 7n]],
    ['what is owed and not held', { owed: 9n, wallets: 2n, converted: -9n }, ['buy', 7n, 2n]],
    ['the target as well', { owed: 9n, wallets: 2n, target: 1n, converted: -9n }, ['buy', 8n, 1n]],
    ['no more than conversions sold', { owed: 9n, target: 5n, converted: -6n }, ['buy', 6n, 0n]],
    [
      'nothing that comes, or that has left for it',
      { owed: 9n, leaving: 3n, onItsWay: 2n, converted: -9n },
      ['buy', 4n, 5n],
    ],
  ] as const)('is %s [L16]', (_name, position, expected) => {
    const need = needOf(position);
    expect(need && [need.side, need.amount, need.kept]).toEqual(expected);
  });

  it('is never more than conversions have left, and takes nothing that is owed [L16]', () => {
    const units = fc.bigInt(0n, 100n);
    const positions = fc.record({
      coin: fc.constant('LTC'),
      owed: units,
      leaving: fc.constant(0n),
      wallets: units,
      exchange: units,
      bought: fc.constant(0n),
      onItsWay: units,
      converted: fc.bigInt(-100n, 100n),
      target: units,
    });
    fc.assert(
      fc.property(positions, (position) => {
        const { owed, target, wallets, exchange, onItsWay, converted } = position;
        const need = tradeNeed(position);
        if (need === undefined) {
          expect(converted).toBe(0n);
          return;
        }
        const held = wallets + exchange;
        expect(need.side).toBe(converted > 0n ? 'sell' : 'buy');
        expect(need.amount).toBeGreaterThanOrEqual(0n);
        expect(need.amount + need.kept).toBe(converted > 0n ? converted : -converted);
        if (need.amount === 0n) return;
        if (need.side === 'sell') expect(held - need.amount).toBeGreaterThanOrEqual(owed + target);
        else expect(held + onItsWay + need.amount).toBeLessThanOrEqual(owed + target);
      }),
    );
  });
});
