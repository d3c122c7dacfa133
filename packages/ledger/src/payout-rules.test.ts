import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PayoutFacts, refusePayout } from './payout-rules.ts';

const manual: PayoutFacts = {
  kind: 'manual',
  payable: 100n,
  threshold: 100n,
  autoPay: false,
  restricted: false,
  enabled: true,
  enabledAutoOnly: false,
  suspended: undefined,
  paidToday: false,
  isOwed: false,
};
const auto: PayoutFacts = { ...manual, kind: 'auto', autoPay: true, isOwed: true };

describe('refusePayout', () => {
  it.each<[string, PayoutFacts, string | undefined]>([
    ['a manual one', manual, undefined],
    ['one unit below the threshold', { ...manual, payable: 99n }, 'below-threshold'],
    ['one unit above the threshold', { ...manual, payable: 101n }, undefined],
    ['nothing, without a threshold', { ...manual, payable: 0n, threshold: 0n }, 'below-threshold'],
    ['auto-pay is on', { ...manual, autoPay: true }, 'auto-pay-on'],
    ['the network is closed', { ...manual, enabled: false }, 'not-enabled'],
    ['the network pays by itself only', { ...manual, enabled: false, enabledAutoOnly: true }, 'auto-only'],
    ['a restricted account', { ...manual, restricted: true }, 'restricted'],
    ['a suspended network', { ...manual, suspended: 'operator' }, 'suspended'],
    ['a second one on the day', { ...manual, paidToday: true }, 'paid-today'],
    ['the daily run', auto, undefined],
    ['the daily run, below the threshold', { ...auto, payable: 99n }, 'below-threshold'],
    ['the daily run, auto-pay off', { ...auto, autoPay: false }, 'auto-pay-off'],
    ['the daily run, no reward', { ...auto, isOwed: false }, 'no-reward-yesterday'],
    ['the daily run on a closed network', { ...auto, enabled: false }, 'not-enabled'],
    ['the daily run where only it pays', { ...auto, enabled: false, enabledAutoOnly: true }, undefined],
    ['the daily run after a manual one', { ...auto, paidToday: true }, undefined],
    ['the daily run, suspended', { ...auto, suspended: 'operator' }, 'suspended'],
  ])('%s: %s [P7]', (_title, facts, expected) => {
    expect(refusePayout(facts)?.kind).toBe(expected);
  });

  it('lets nothing through that any one rule forbids [P7]', () => {
    const facts = fc.record<PayoutFacts>({
      kind: fc.constantFrom('manual', 'auto'),
      payable: fc.bigInt({ min: 0n, max: 4n }),
      threshold: fc.bigInt({ min: 0n, max: 4n }),
      autoPay: fc.boolean(),
      restricted: fc.boolean(),
      enabled: fc.boolean(),
      enabledAutoOnly: fc.boolean(),
      suspended: fc.constantFrom(undefined, 'operator'),
      paidToday: fc.boolean(),
      isOwed: fc.boolean(),
    });
    fc.assert(
      fc.property(facts, (given) => {
        const forbidden = [
          given.restricted,
          given.suspended !== undefined,
          given.payable === 0n,
          given.payable < given.threshold,
          given.kind === 'manual' && (given.autoPay || !given.enabled || given.paidToday),
          given.kind === 'auto' && (!given.autoPay || !given.isOwed),
          given.kind === 'auto' && !given.enabled && !given.enabledAutoOnly,
        ];
        expect(refusePayout(given) === undefined).toBe(!forbidden.includes(true));
      }),
      { numRuns: 2000 },
    );
  });
});
