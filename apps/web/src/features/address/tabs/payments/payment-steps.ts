import type { PaymentItem } from '@openlode/contracts/http/account-payments';

export type StepState = 'done' | 'now' | 'ahead' | 'failed';

export interface PaymentStep {
  readonly name: 'eligible' | 'queued' | 'broadcast' | 'confirmations' | 'done';
  readonly state: StepState;
  /** When it was reached, in ms; null where that is not known or still ahead. */
  readonly at: number | null;
}

type Progress = Pick<
  PaymentItem,
  'status' | 'timestamp' | 'broadcast_at' | 'settled_at' | 'confirmations' | 'confirmations_needed'
>;

/** The way of a payment in five steps. One that failed stops at the step that it did not reach. */
export function paymentSteps(payment: Progress): readonly PaymentStep[] {
  const { status, timestamp, broadcast_at: sent, settled_at: settled } = payment;
  const isDone = status === 'success';
  const isConfirmed = isDone || (sent !== null && payment.confirmations >= payment.confirmations_needed);
  const reached = sent === null && !isDone ? 2 : isDone ? 5 : isConfirmed ? 4 : 3;
  const stateOf = (step: number): StepState =>
    step < reached ? 'done' : step > reached ? 'ahead' : status === 'error' ? 'failed' : 'now';
  return [
    { name: 'eligible', state: stateOf(0), at: timestamp },
    { name: 'queued', state: stateOf(1), at: timestamp },
    { name: 'broadcast', state: stateOf(2), at: sent },
    { name: 'confirmations', state: stateOf(3), at: null },
    { name: 'done', state: stateOf(4), at: isDone ? settled : null },
  ];
}
