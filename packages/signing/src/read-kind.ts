import { UnreadableMessage } from './json-fields.ts';
import { type PaymentKind, paymentKinds } from './messages.ts';

export function readKind(value: unknown): PaymentKind {
  const kind = paymentKinds.find((each) => each === value);
  if (kind === undefined) throw new UnreadableMessage('kind is none of payout, sweep and cancel');
  return kind;
}
