import type { CallFate } from '../../adapters/rails/tron/testing/stand-in-node.ts';
import type { Behaviour } from '../../adapters/rails/tron/testing/stand-in-token.ts';

/** What becomes of a payment at the nodes. */
export const tronFates = {
  /** Taken and answered. */
  taken: {},
  /** Taken, and no answer to it comes back. */
  unanswered: { send: 'lost-after' },
  /** It never arrives. */
  lost: { send: 'lost-before' },
  /** Nodes are busy and take nothing. */
  refused: { send: 'busy' },
  /** Blocks have no room for it for four minutes. */
  waiting: { fullMs: 240_000 },
  /** Blocks have no room for it beyond its end. */
  dropped: { fullMs: 3_600_000 },
  /** The first block that has it is given up, and what was in it is gone until it is sent again. */
  undone: { isUndone: true },
  /** It is executed and fails, and its fee is gone. */
  failed: { result: 'OUT_OF_TIME' },
} as const satisfies Record<string, Troubles>;

/** The same of a token, whose contract may undo it, or do nothing. */
export const tokenFates = {
  ...tronFates,
  /** Its execution takes all of its limit. */
  failed: { result: 'OUT_OF_ENERGY' },
  undone_by_contract: { result: 'REVERT' },
  /** The contract, which answers that it pays where it does, answers that it does not, and reports nothing. */
  not_paid: { usual: 'usual', behaviour: 'pays-nothing' },
} as const satisfies Record<string, Troubles>;

export interface Troubles {
  readonly send?: CallFate;
  readonly fullMs?: number;
  readonly isUndone?: boolean;
  readonly result?: string;
  /** Of the contract, before. */
  readonly usual?: Behaviour;
  /** Of the contract, from the moment on at which the payment is handed out. */
  readonly behaviour?: Behaviour;
}

export type TronFate = keyof typeof tronFates;
export type TokenFate = keyof typeof tokenFates;
