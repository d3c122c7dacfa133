/**
 * A source of work that gives none for this long is left, ms. A node or the connections to another pool have by then given up on it by limits
 * of their own; a moment without work between two connections, or while a node starts its next template, moves no miner.
 */
const lostMs = 5000;
/**
 * One further up is gone back to when it has been sound for this long, ms: each move costs miners that connect again some seconds, and a
 * source that comes and goes moves them twice in it at most.
 */
const soundMs = 300_000;
/** Without work from any source for this long miners are let go, ms, so that they go to the next pool of their own list. */
const letGoMs = 30_000;

/** How one source of work stands. */
export interface SourceState {
  /** When it gave work last, ms; the beginning before it has given any. */
  readonly workAt: number;
  /** Since when it gives work, with no break of `lostMs`; undefined while it does not. */
  readonly soundSince: number | undefined;
}

/** `begun`: nothing has happened yet. `lost`: the one before gave no work. `returned`: it is further up, and is sound again. */
export type UsedBecause = 'begun' | 'lost' | 'returned';

/** The sources of work of an algorithm, in the order of its operator. */
export interface SourceOrder {
  readonly sources: readonly SourceState[];
  /** The place of the one whose work is given to miners that come now, and to which the others are moved. */
  readonly using: number;
  readonly why: UsedBecause;
  /** Since when it is used, ms. */
  readonly since: number;
  /** Since when no source gives work, ms; undefined while one does. */
  readonly workless: number | undefined;
}

/** The first of `count` sources is used until it is known how they stand. Times are ms that never go back. */
export function beginOrder(count: number, now: number): SourceOrder {
  const sources = Array.from({ length: count }, () => ({ workAt: now, soundSince: undefined }));
  return { sources, using: 0, why: 'begun', since: now, workless: now };
}

/**
 * The order after a look at whether each source gives work now. Where the one that is used gives none, the first that gives some takes its
 * place; one further up takes it back when it is sound. Where none gives work nothing moves.
 */
export function lookAtOrder(before: SourceOrder, giveWork: readonly boolean[], now: number): SourceOrder {
  const sources = before.sources.map((source, index) => stateOf(source, giveWork[index] === true, now));
  const workless = giveWork.includes(true) ? undefined : (before.workless ?? now);
  const seen = { ...before, sources, workless };
  const used = sources[before.using];
  if (used === undefined || now - used.workAt >= lostMs) {
    const next = giveWork.indexOf(true);
    return next === -1 || next === before.using ? seen : { ...seen, using: next, why: 'lost', since: now };
  }
  const back = sources.findIndex(
    ({ soundSince }, index) =>
      index < before.using &&
      giveWork[index] === true &&
      soundSince !== undefined &&
      now - soundSince >= soundMs,
  );
  return back === -1 ? seen : { ...seen, using: back, why: 'returned', since: now };
}

/** Whether miners are let go: those that stayed would search for nothing. */
export function isWorkless({ workless }: SourceOrder, now: number): boolean {
  return workless !== undefined && now - workless >= letGoMs;
}

function stateOf({ workAt, soundSince }: SourceState, givesWork: boolean, now: number): SourceState {
  if (givesWork) return { workAt: now, soundSince: soundSince ?? now };
  return { workAt, soundSince: now - workAt >= lostMs ? undefined : soundSince };
}
