import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Evidence,
  isOver,
  mayBecome,
  nextStep,
  payoutStates,
  type PayoutState,
  type SentPayout,
  statusOf,
  wasSent,
} from './payout-state.ts';

const rules = { confirmationsNeeded: 6, sendsMax: 5 };
const evidence: fc.Arbitrary<Evidence> = fc.oneof(
  fc.constantFrom<Evidence>(
    { kind: 'silent' },
    { kind: 'absent' },
    { kind: 'waiting' },
    { kind: 'invalidated' },
  ),
  fc
    .nat(12)
    .map(
      (confirmations): Evidence => ({ kind: 'confirmed', confirmations, isMissing: confirmations % 2 === 1 }),
    ),
);
const sent = fc.record<SentPayout>({
  state: fc.constantFrom('prepared', 'broadcasting', 'manual_review', 'seen'),
  sends: fc.nat(8),
});

describe('the states of a payout', () => {
  it('has exactly the edges of the rule, and none that goes back', () => {
    const all = payoutStates.flatMap((from) =>
      payoutStates.filter((to) => mayBecome(from, to)).map((to) => `${from} ${to}`),
    );
    expect(all).toEqual([
      'reserved prepared',
      'reserved released',
      'prepared broadcasting',
      'prepared invalidated',
      'broadcasting manual_review',
      'broadcasting seen',
      'broadcasting invalidated',
      'manual_review seen',
      'manual_review invalidated',
      'seen invalidated',
      'seen settled',
      'invalidated released',
      'settled released',
    ]);
  });

  it('never comes to a state twice, whatever way it takes, and its status only moves forward', () => {
    const rank = { pending: 0, processing: 1, success: 2, error: 2 };
    const walk = (path: readonly PayoutState[]): void => {
      const at = path.at(-1) ?? 'reserved';
      expect(new Set(path).size).toBe(path.length);
      for (const to of payoutStates.filter((each) => mayBecome(at, each))) {
        expect(rank[statusOf(to)]).toBeGreaterThanOrEqual(rank[statusOf(at)]);
        walk([...path, to]);
      }
    };
    walk(['reserved']);
    expect(payoutStates.filter(isOver)).toEqual(['settled', 'released']);
  });

  it('gives money back only where nothing was signed, its invalidation is proven, or an operator reverses a lost settlement [P1]', () => {
    expect(payoutStates.filter((from) => mayBecome(from, 'released'))).toEqual([
      'reserved',
      'invalidated',
      'settled',
    ]);
    expect(payoutStates.filter(wasSent)).toEqual([
      'broadcasting',
      'manual_review',
      'seen',
      'invalidated',
      'settled',
    ]);
  });
});

describe('nextStep', () => {
  it.each<[SentPayout['state'], number, Evidence, string]>([
    ['prepared', 0, { kind: 'absent' }, 'broadcasting'],
    ['prepared', 0, { kind: 'invalidated' }, 'invalidated'],
    ['broadcasting', 1, { kind: 'absent' }, 'send-again'],
    ['broadcasting', 5, { kind: 'absent' }, 'manual_review'],
    ['broadcasting', 5, { kind: 'waiting' }, 'wait'],
    ['broadcasting', 9, { kind: 'confirmed', confirmations: 9, isMissing: false }, 'seen'],
    ['broadcasting', 1, { kind: 'invalidated' }, 'invalidated'],
    ['manual_review', 5, { kind: 'absent' }, 'wait'],
    ['manual_review', 5, { kind: 'confirmed', confirmations: 1, isMissing: false }, 'seen'],
    ['seen', 1, { kind: 'confirmed', confirmations: 5, isMissing: false }, 'wait'],
    ['seen', 1, { kind: 'confirmed', confirmations: 6, isMissing: false }, 'settled'],
    ['seen', 1, { kind: 'confirmed', confirmations: 5, isMissing: true }, 'send-again'],
    ['seen', 1, { kind: 'silent' }, 'wait'],
    ['prepared', 0, { kind: 'silent' }, 'wait'],
    // A block was taken back: the same bytes once more, and never a step back.
    ['seen', 9, { kind: 'absent' }, 'send-again'],
    ['seen', 1, { kind: 'invalidated' }, 'invalidated'],
  ])('%s after %i sends, with %j: %s', (state, sends, given, expected) => {
    const step = nextStep({ state, sends }, given, rules);
    expect(step.kind === 'become' ? step.state : step.kind).toBe(expected);
  });

  it('only ever takes an edge that there is', () => {
    fc.assert(
      fc.property(sent, evidence, (payout, given) => {
        const step = nextStep(payout, given, rules);
        if (step.kind === 'become') expect(mayBecome(payout.state, step.state)).toBe(true);
      }),
    );
  });

  it('says success with enough confirmations only, and invalidation by proof only [P4] [P13]', () => {
    fc.assert(
      fc.property(sent, evidence, (payout, given) => {
        const step = nextStep(payout, given, rules);
        const to = step.kind === 'become' ? step.state : undefined;
        expect(to === 'invalidated').toBe(given.kind === 'invalidated');
        if (to === 'settled') expect(given).toMatchObject({ kind: 'confirmed' });
        if (to === 'settled' && given.kind === 'confirmed')
          expect(given.confirmations).toBeGreaterThanOrEqual(6);
        expect(to).not.toBe('released');
      }),
    );
  });
});
