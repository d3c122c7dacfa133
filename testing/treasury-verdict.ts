import { printed } from './stand-in-account.ts';

/** One thing that the pool's ledger was asked for, and a chain, the exchange or a page. */
export interface TreasuryRow {
  readonly act: string;
  readonly what: string;
  /** What each says; what of it differs is printed as it is. */
  readonly pool: string;
  readonly other: string;
  readonly hasHeld: boolean;
}

/** Held where both say the same, which has to be more than nothing unless `mayBeNothing`. Amounts are in units of 10^-18. */
export function compare(
  act: string,
  what: string,
  pool: bigint,
  other: bigint,
  mayBeNothing = false,
): TreasuryRow {
  const hasHeld = pool === other && (pool > 0n || mayBeNothing);
  return { act, what, pool: printed(pool), other: printed(other), hasHeld };
}

/** The same of numbers of things. */
export function compareCount(act: string, what: string, pool: number, other: number): TreasuryRow {
  return { act, what, pool: String(pool), other: String(other), hasHeld: pool === other && pool > 0 };
}

/** Held where nothing was found. */
export function foundNothing(act: string, what: string, found: readonly string[]): TreasuryRow {
  return { act, what, pool: found.join('; ') || 'nothing', other: '', hasHeld: found.length === 0 };
}

/** Whether each act of these has compared something, and all of it was the same. */
export function hasTreasuryHeld(acts: readonly string[], rows: readonly TreasuryRow[]): boolean {
  return acts.every((act) => rows.some((row) => row.act === act)) && rows.every((row) => row.hasHeld);
}
