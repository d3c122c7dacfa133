import type { Transaction } from '../../runtime/database/database.ts';

/** Leave to carry out one action. */
export interface Permit {
  readonly by: 'source' | 'token' | 'anyone';
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
