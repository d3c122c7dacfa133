import { fieldsOf, textOf, unitsOf, UnreadableMessage } from './json-fields.ts';
import type { Order } from './messages.ts';

export const payoutIdPattern = /^[0-9A-Za-z._:-]{1,80}$/;
/** The contract of a token on an EVM network or on TRON, in its one spelling. */
export const contractPattern = /^(?:0x|41)[0-9a-f]{40}$/;

export function readOrder(value: unknown): Order {
  const fields = fieldsOf(value, 'an order', ['payoutId', 'address', 'amount'], ['token']);
  const { token } = fields;
  const amount = unitsOf(fields['amount'], 'amount');
  if (amount === 0n) throw new UnreadableMessage('amount is zero');
  return {
    payoutId: textOf(fields['payoutId'], 'payoutId', payoutIdPattern),
    address: textOf(fields['address'], 'address', /^[!-~]{1,200}$/),
    amount,
    ...(token === undefined ? {} : { token: textOf(token, 'token', contractPattern) }),
  };
}
