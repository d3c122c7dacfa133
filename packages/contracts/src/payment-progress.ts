import { Type } from 'typebox';
import { nullable } from './nullable.ts';
import { timestampMs } from './primitives.ts';

/** How far a payment has come. Ours: the timeline of the page is drawn from it. */
export const paymentProgress = {
  broadcast_at: nullable(timestampMs('When the transaction was sent.')),
  settled_at: nullable(timestampMs('When it succeeded or failed for good.')),
  confirmations: Type.Integer({
    minimum: 0,
    description: 'Blocks on top of the transaction, its own included.',
  }),
  confirmations_needed: Type.Integer({ minimum: 0, description: 'The number after which it is final.' }),
};
