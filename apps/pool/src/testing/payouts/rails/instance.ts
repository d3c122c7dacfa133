import type { Doom } from './mortal.ts';

/** A process that pays: one life of it. */
export interface PayingInstance {
  readonly isOver: boolean;
  /** Whether it is a process of the operating system. */
  readonly isAlone: boolean;
  /** Goes over its payouts once, with owners and an operator; `wanted`: whose owners ask, all of them at once. Never rejects. */
  turn(how: TurnOf, wanted?: readonly string[]): Promise<void>;
  /** An operator does it to the payout of these payees that is signed. Only of those within this process. Never rejects. */
  order?(what: Order, wanted: readonly string[]): Promise<void>;
  /** An operator or the pool does it to the sweep that is not over. Only of those within this process. Never rejects. */
  sweep?(what: SweepOrder): Promise<void>;
  /** How it ends; without one nothing ends it by itself. */
  doom(doom: Doom | undefined): void;
  /** Ends it at once, where it lives, and frees what a dead one held. */
  end(): Promise<void>;
}

/** Offers more for a payout, or cancels it. */
export type Order = 'bump' | 'cancel';

/** Begins one, goes on with it as the pool does, or cancels it. */
export type SweepOrder = 'begin' | 'follow' | 'cancel';

/** `drain`: everything is to come to its end. `again`: no operator looks. */
export type TurnOf = 'trouble' | 'drain' | 'again';

/** No payout is asked for beyond this number of open ones. */
export const openMax = { trouble: 4, drain: 40, again: 40 } as const;
