import type { Transaction } from '../../runtime/database/database.ts';

/** Leave to carry out one action. */
export interface Permit {
  readonly by: 'source' | 'token' | 'anyone';
  /** The call that asks for it, as its answer and the log name it; left out where no call does. */
  readonly request?: string;
  /**
   * Called in the transaction of the action, once it is certain to be carried out: only then is the token used up. Throws `TokenUsed`
   * where another request was faster.
   */
  readonly use: (tx: Transaction) => Promise<void>;
}

/** The token was used by another request between judging and acting; nothing was changed. */
export class TokenUsed extends Error {
  override readonly name = 'TokenUsed';
}

/** The call of a permit, where there is one, for what it writes. */
export function callOf({ request }: Permit): { readonly request?: string } {
  return request === undefined ? {} : { request };
}
