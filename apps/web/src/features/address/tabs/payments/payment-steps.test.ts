import { describe, expect, it } from 'vitest';
import { paymentSteps } from './payment-steps.ts';

const asked = {
  status: 'pending',
  timestamp: 1_000,
  broadcast_at: null,
  settled_at: null,
  confirmations: 0,
  confirmations_needed: 6,
} as const;
const states = (payment: Parameters<typeof paymentSteps>[0]) =>
  paymentSteps(payment).map(({ name, state }) => `${name} ${state}`);

describe('paymentSteps', () => {
  it('waits for its transaction once it is queued', () => {
    expect(states(asked)).toEqual([
      'eligible done',
      'queued done',
      'broadcast now',
      'confirmations ahead',
      'done ahead',
    ]);
  });

  it('gathers confirmations once it was sent', () => {
    const sent = { ...asked, status: 'processing', broadcast_at: 2_000, confirmations: 2 } as const;
    expect(states(sent).slice(2)).toEqual(['broadcast done', 'confirmations now', 'done ahead']);
    expect(paymentSteps(sent)[2]?.at).toBe(2_000);
  });

  it('is about to be settled with all its confirmations', () => {
    const deep = { ...asked, status: 'processing', broadcast_at: 2_000, confirmations: 6 } as const;
    expect(states(deep).slice(2)).toEqual(['broadcast done', 'confirmations done', 'done now']);
  });

  it('is done with every step behind it', () => {
    const paid = { ...asked, status: 'success', broadcast_at: 2_000, settled_at: 3_000, confirmations: 6 };
    expect(states({ ...paid, status: 'success' }).every((state) => state.endsWith(' done'))).toBe(true);
    expect(paymentSteps({ ...paid, status: 'success' })[4]?.at).toBe(3_000);
  });

  it('stops where it failed', () => {
    expect(states({ ...asked, status: 'error', settled_at: 2_000 })).toEqual([
      'eligible done',
      'queued done',
      'broadcast failed',
      'confirmations ahead',
      'done ahead',
    ]);
    const lost = { ...asked, status: 'error', broadcast_at: 2_000, settled_at: 3_000 } as const;
    expect(states(lost)[3]).toBe('confirmations failed');
    // When it was given up is no time at which it was done.
    expect(paymentSteps(lost)[4]).toEqual({ name: 'done', state: 'ahead', at: null });
  });
});
