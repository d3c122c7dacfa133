import { judgeReason } from '../../../domain/kernel/decision.ts';
import { readPayoutId } from '../../../domain/operations/explain-payout.ts';
import { malformedReason } from '../sentences.ts';

export interface MalformedDecision {
  readonly kind: 'malformed-id' | 'malformed-reason';
}

/** Why a decision on one payout changed nothing. */
export type NotDecided =
  | MalformedDecision
  | { readonly kind: 'no-payout' }
  | { readonly kind: 'not-possible'; readonly why: string };

/** The payout and the reason that were typed, where they can be read. */
export function readDecision(typed: {
  readonly id: string;
  readonly reason: string;
}):
  | MalformedDecision
  | { readonly kind: 'read'; readonly asked: { readonly id: bigint; readonly why: string } } {
  const id = readPayoutId(typed.id);
  if (id === undefined) return { kind: 'malformed-id' };
  const why = judgeReason(typed.reason);
  return why === undefined ? { kind: 'malformed-reason' } : { kind: 'read', asked: { id, why } };
}

export function notDecidedText(outcome: NotDecided, id: string): string {
  switch (outcome.kind) {
    case 'not-possible':
      return `Not possible: ${outcome.why}.`;
    case 'no-payout':
      return `There is no payout ${id}: see openlode payouts list.`;
    case 'malformed-id':
      return 'The id of a payout is a number: see openlode payouts list.';
    case 'malformed-reason':
      return malformedReason;
  }
}
