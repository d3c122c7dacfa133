/** A long reckoning that can be interrupted: each step is some milliseconds at most, and the caller does other things in between. */
export type Steps<T> = Generator<void, T, void>;

/** So many items are worked on in one step. */
export const itemsAStep = 2000;

/** The whole reckoning in one go. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Calls `visit` with every item, in order. */
export function* eachInSteps<T>(items: Iterable<T>, visit: (item: T) => void): Steps<void> {
  let visited = 0;
  for (const item of items) {
    if (visited === itemsAStep) {
      yield;
      visited = 0;
    }
    visit(item);
    visited += 1;
  }
}

/** Sorts as `toSorted` does: runs of one step's length, merged two and two. */
export function* sortInSteps<T>(items: readonly T[], compare: (a: T, b: T) => number): Steps<T[]> {
  let runs: T[][] = [];
  for (let from = 0; from < items.length; from += itemsAStep) {
    if (from > 0) yield;
    runs.push(items.slice(from, from + itemsAStep).toSorted(compare));
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let index = 0; index < runs.length; index += 2)
      merged.push(yield* merge(runs[index] ?? [], runs[index + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

/** Of equals the left one goes first, so that the order is stable. */
function* merge<T>(left: readonly T[], right: readonly T[], compare: (a: T, b: T) => number): Steps<T[]> {
  const merged: T[] = [];
  let nextLeft = 0;
  let nextRight = 0;
  while (nextLeft < left.length && nextRight < right.length) {
    const a = left[nextLeft] as T;
    const b = right[nextRight] as T;
    if (compare(a, b) <= 0) {
      merged.push(a);
      nextLeft += 1;
    } else {
      merged.push(b);
      nextRight += 1;
    }
    if (merged.length % itemsAStep === 0) yield;
  }
  return merged.concat(left.slice(nextLeft), right.slice(nextRight));
}
