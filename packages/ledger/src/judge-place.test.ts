import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgePlace, nextStanding, type PlaceStanding, type PlaceVerdict } from './judge-place.ts';

const look = (ledger: bigint, said: bigint, underWay: readonly bigint[] = []) =>
  judgePlace({ ledger: [ledger, ledger], said: [said, said], underWay });

const trading = (ledger: bigint, said: bigint, less: bigint, more: bigint) =>
  judgePlace({ ledger: [ledger, ledger], said: [said, said], underWay: [], ordered: { less, more } });

describe('a place against the ledger', () => {
  it.each([
    ['to the unit', look(5n, 5n), { kind: 'equal' }],
    ['one unit less', look(5n, 4n), { kind: 'difference', amount: -1n }],
    ['one unit more', look(5n, 6n), { kind: 'difference', amount: 1n }],
    ['more by what is on its way', look(5n, 8n, [2n, 3n, 7n]), { kind: 'crediting', amount: 3n }],
    ['more by two that are on their way', look(5n, 14n, [2n, 3n, 7n]), { kind: 'crediting', amount: 9n }],
    ['more than any of them', look(5n, 9n, [2n, 3n, 7n]), { kind: 'difference', amount: 4n }],
    ['less by what is on its way', look(5n, 2n, [3n]), { kind: 'difference', amount: -3n }],
    ['the ledger moved', judgePlace({ ledger: [5n, 6n], said: [6n, 6n], underWay: [] }), { kind: 'moving' }],
    ['the place moved', judgePlace({ ledger: [5n, 5n], said: [4n, 5n], underWay: [] }), { kind: 'moving' }],
    [
      'the place moved to more',
      judgePlace({ ledger: [5n, 5n], said: [6n, 7n], underWay: [] }),
      { kind: 'moving' },
    ],
    [
      'the place moves, and had less by both readings',
      judgePlace({ ledger: [5n, 5n], said: [4n, 3n], underWay: [] }),
      { kind: 'difference', amount: -2n },
    ],
    [
      'both move, and it had less whatever came first',
      judgePlace({ ledger: [7n, 6n], said: [3n, 5n], underWay: [2n] }),
      { kind: 'difference', amount: -1n },
    ],
    ['less by what an order may have sold', trading(5n, 2n, 3n, 0n), { kind: 'trading' }],
    ['more by what an order may have bought', trading(5n, 8n, 0n, 3n), { kind: 'trading' }],
    ['equal while an order is not over', trading(5n, 5n, 3n, 3n), { kind: 'equal' }],
    ['less than an order may have sold', trading(5n, 1n, 3n, 9n), { kind: 'difference', amount: -4n }],
    ['more than an order may have bought', trading(5n, 9n, 9n, 3n), { kind: 'difference', amount: 4n }],
    [
      'moving, and less than an order may have sold',
      judgePlace({ ledger: [9n, 9n], said: [5n, 4n], underWay: [], ordered: { less: 3n, more: 0n } }),
      { kind: 'difference', amount: -5n },
    ],
    [
      'moving by what an order may have sold',
      judgePlace({ ledger: [9n, 9n], said: [7n, 6n], underWay: [], ordered: { less: 3n, more: 0n } }),
      { kind: 'moving' },
    ],
  ] as const)('judges what it has: %s [L15]', (_name, verdict, expected) => {
    expect(verdict).toEqual(expected);
  });

  it('never calls less than the ledger says anything but a difference [L15]', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 1000n),
        fc.bigInt(1n, 1000n),
        fc.array(fc.bigInt(1n, 1000n)),
        (said, missing, underWay) => {
          expect(look(said + missing, said, underWay)).toEqual({ kind: 'difference', amount: -missing });
        },
      ),
    );
  });

  const verdict: fc.Arbitrary<PlaceVerdict> = fc.oneof(
    fc.constant<PlaceVerdict>({ kind: 'equal' }),
    fc.constantFrom<PlaceVerdict>({ kind: 'moving' }, { kind: 'trading' }),
    fc.bigInt(1n, 3n).map((amount): PlaceVerdict => ({ kind: 'crediting', amount })),
    fc.constantFrom(-2n, -1n, 1n, 2n).map((amount): PlaceVerdict => ({ kind: 'difference', amount })),
  );

  it('is closed by two looks that differ, though each by another amount [L15]', () => {
    const once = nextStanding({ state: 'equal', difference: 0n }, { kind: 'difference', amount: -1n });
    expect(once).toEqual({ state: 'unknown', difference: -1n });
    expect(nextStanding(once, { kind: 'difference', amount: -2n })).toEqual({
      state: 'difference',
      difference: -2n,
    });
  });

  it('is closed by two looks in a row, and open again by equality alone [L15]', () => {
    fc.assert(
      fc.property(fc.array(verdict), (verdicts) => {
        let standing: PlaceStanding = { state: 'unknown', difference: 0n };
        for (const [at, each] of verdicts.entries()) {
          const next = nextStanding(standing, each);
          if (each.kind === 'equal') expect(next).toEqual({ state: 'equal', difference: 0n });
          else expect(next.state).not.toBe('equal');
          if (standing.state === 'difference' && each.kind !== 'equal') expect(next.state).toBe('difference');
          if (standing.state !== 'difference' && next.state === 'difference')
            expect([verdicts[at - 1]?.kind, each.kind]).toEqual(['difference', 'difference']);
          if (verdicts[at - 1]?.kind === 'difference' && each.kind === 'difference')
            expect(next.state).toBe('difference');
          standing = next;
        }
      }),
    );
  });
});
