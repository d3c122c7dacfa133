import { describe, expect, it } from 'vitest';
import { fairOrder } from './fair-order.ts';

const watched = (uuid: string, lookedAt: number, ...clientAddresses: string[]) => ({
  uuid,
  lookedAt,
  clientAddresses: new Set(clientAddresses),
});

describe('the order of watched miners', () => {
  it('takes the one first that was looked at longest ago', () => {
    expect(fairOrder([watched('b', 2, 's'), watched('c', 3, 's'), watched('a', 1, 's')])).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  it('takes every client address’s first before any one’s second', () => {
    const stranger = Array.from({ length: 600 }, (_, each) => watched(`s${each}`, 0, 'stranger'));
    const order = fairOrder([
      ...stranger,
      watched('mine', 30_000, 'honest'),
      watched('too', 29_000, 'honest'),
    ]);
    expect(order.slice(0, 4)).toEqual(['s0', 'too', 's1', 'mine']);
  });

  it('gives a miner that many watch its best place', () => {
    const stranger = Array.from({ length: 5 }, (_, each) => watched(`s${each}`, each, 'stranger'));
    expect(fairOrder([...stranger, watched('both', 9, 'stranger', 'honest')])).toEqual([
      's0',
      'both',
      's1',
      's2',
      's3',
      's4',
    ]);
  });
});
