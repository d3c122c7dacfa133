/**
 * A source of work that gives none for this long is left, ms. A node or the connections to another pool have by then given up on it by limits
 * of their own; a moment without work between two connections, or while a node starts its next template, moves no miner. After short stays it
 * doubles up to `letGoMs`: sources that come and go must not move miners every few seconds, and none waits longer than it may without work.
 */
const lostMs = 5000;
/** The first source is waited for this long at the beginning, ms: nodes that start together with the pool need some time. */
const beginMs = 30_000;
/**
 * One further up is gone back to when it has been sound for this long, ms, because each move costs miners that connect again some seconds.
 * After each short stay with any source that was given up for lost it is twice as long, up to the second.
 */
const soundMs = 300_000;
const soundMsMax = 3_600_000;
/** A stay is short below this, ms; where one ends that was as long, the short ones before it say nothing any more. */
const calmMs = 3_600_000;
/** Without work from any source for this long miners are let go, ms, so that they go to the next pool of their own list. */
const letGoMs = 30_000;
/** Of the time since the last look no more than this is counted, ms: a process that stood still has seen nothing in between. */
const lookMsMax = 2000;

/** How one source of work stands. */
export interface SourceState {
  /** Whether it has given work at any look. */
  readonly hasGiven: boolean;
  /** For how long it has given none, ms; 0 while it does. */
  readonly silentMs: number;
  /** For how long it gives work, with no break of `lostMs`, ms; undefined while it does not. */
  readonly soundMs: number | undefined;
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
  /** Stays in a row that were short, and ended because no work came. */
  readonly shortStays: number;
  /** For how long no source gives work, ms; undefined while one does. */
  readonly worklessMs: number | undefined;
  /** The last look, ms. */
  readonly lookedAt: number;
}

/** The first of `count` sources is used until it is known how they stand. Times are ms that never go back. */
export function beginOrder(count: number, now: number): SourceOrder {
  const sources = Array.from({ length: count }, () => ({
    hasGiven: false,
    silentMs: 0,
    soundMs: undefined,
  }));
  return { sources, using: 0, why: 'begun', since: now, shortStays: 0, worklessMs: 0, lookedAt: now };
}

/**
 * The order after a look at whether each source gives work now. Where the one that is used gives none, the first that gives some takes its
 * place; one further up takes it back when it is sound. Where none gives work nothing moves.
 */
export function lookAtOrder(before: SourceOrder, giveWork: readonly boolean[], now: number): SourceOrder {
  const passedMs = Math.min(lookMsMax, now - before.lookedAt);
  const sources = before.sources.map((source, index) => stateOf(source, giveWork[index] === true, passedMs));
  const worklessMs = giveWork.includes(true)
    ? undefined
    : before.worklessMs === undefined
      ? 0
      : before.worklessMs + passedMs;
  const seen = { ...before, sources, worklessMs, lookedAt: now };
  const isCalm = now - before.since >= calmMs;
  const shortStays = isCalm ? 0 : before.shortStays;
  const used = sources[before.using];
  if (used === undefined || used.silentMs >= waitOf(used, before.why, shortStays)) {
    const next = giveWork.indexOf(true);
    if (next === -1 || next === before.using) return seen;
    const isShort = before.why !== 'begun' && !isCalm;
    return { ...seen, using: next, why: 'lost', since: now, shortStays: shortStays + (isShort ? 1 : 0) };
  }
  const pauseMs = Math.min(soundMsMax, soundMs * 2 ** before.shortStays);
  const back = sources.findIndex(
    ({ soundMs: soundFor }, index) =>
      index < before.using && giveWork[index] === true && soundFor !== undefined && soundFor >= pauseMs,
  );
  return back === -1 ? seen : { ...seen, using: back, why: 'returned', since: now };
}

/** Whether miners are let go: those that stayed would search for nothing. */
export function isWorkless({ worklessMs }: SourceOrder): boolean {
  return worklessMs !== undefined && worklessMs >= letGoMs;
}

/** How long the source that is used may give no work before another one takes its place, ms. */
function waitOf({ hasGiven }: SourceState, why: UsedBecause, shortStays: number): number {
  if (why === 'begun' && !hasGiven) return beginMs;
  return Math.min(letGoMs, lostMs * 2 ** shortStays);
}

function stateOf(
  { hasGiven, silentMs, soundMs: soundFor }: SourceState,
  givesWork: boolean,
  passedMs: number,
): SourceState {
  const longer = soundFor === undefined ? undefined : soundFor + passedMs;
  if (givesWork) return { hasGiven: true, silentMs: 0, soundMs: longer ?? 0 };
  const silent = silentMs + passedMs;
  return { hasGiven, silentMs: silent, soundMs: silent >= lostMs ? undefined : longer };
}
