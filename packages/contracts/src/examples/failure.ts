import type { Failure } from '../envelope.ts';

/** A call that was refused. */
export const failureExample: Failure = {
  success: false,
  msg: 'Only the owner of this address can do that.',
  message: 'Only the owner of this address can do that.',
};
