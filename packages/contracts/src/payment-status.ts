import { Type } from 'typebox';

/** A payment ends in `success` or `error`; it is `pending` until it is signed and `processing` until it is confirmed. */
export const paymentStatus = Type.Enum(['pending', 'processing', 'success', 'error'], { type: 'string' });
