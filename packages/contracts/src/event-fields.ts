import { Type } from 'typebox';
import { nullable } from './nullable.ts';
import { paymentStatus } from './payment-status.ts';
import { algorithmCode, decimalText, timestampMs } from './primitives.ts';

/** What the owner did, an announced switch may still be cancelled until `time_end`; or that an idle account was cleared, or will be at `time_end`. */
export const AccountCode = Type.Enum(
  [
    'auto-pay-on',
    'auto-pay-off',
    'payout-requested',
    'network-switch-announced',
    'network-switch-cancelled',
    'network-switched',
    'write-off-announced',
    'written-off',
  ],
  { type: 'string' },
);

const version = Type.Integer({ minimum: 1, description: 'Version of these fields; 1.' });
const amount = decimalText('Rounded down to the decimals that are shown.');
const amountExtended = decimalText('Exact.');
const none = Type.Null();

/** Only in a sandbox, and there only of the demo fleet. */
export const simulatedMark = Type.Optional(
  Type.Literal(true, { description: 'Of the demo fleet, which only a sandbox has; absent everywhere else.' }),
);

/**
 * The data of an event by kind, under the specification's long names; the socket writes the same fields under short ones.
 * Every kind has every field: those that say nothing about it are null.
 */
export const eventFields = {
  reward: {
    version,
    amount,
    amount_extended: amountExtended,
    time_start: timestampMs('Start of the work that was rewarded.'),
    time_end: timestampMs('End of the work that was rewarded.'),
    online: none,
    algorithm: algorithmCode('The algorithm that was mined.'),
    name: none,
    code: none,
  },
  worker: {
    version,
    amount: none,
    amount_extended: none,
    time_start: none,
    time_end: none,
    online: Type.Boolean({ description: 'Whether the worker came or went.' }),
    algorithm: algorithmCode('The algorithm that it mines.'),
    name: Type.String({ minLength: 1, maxLength: 64, description: 'Name of the worker.' }),
    code: none,
  },
  payout: {
    version,
    amount,
    amount_extended: amountExtended,
    time_start: none,
    time_end: none,
    online: none,
    algorithm: none,
    name: Type.String({ description: 'The network it is paid on.' }),
    code: paymentStatus,
  },
  account: {
    version,
    amount: none,
    amount_extended: none,
    time_start: none,
    time_end: nullable(
      timestampMs('When an announced network switch takes effect, or an idle balance is written off.'),
    ),
    online: none,
    algorithm: none,
    name: nullable(Type.String({ description: 'The network of a switch or a payout.' })),
    code: AccountCode,
  },
};
