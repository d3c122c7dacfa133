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

/**
 * Of items of which no two are equal, the `count` that a sort would put first, in no order. Hoare's selection: a few looks at each item
 * where sorting hundreds of thousands takes seventeen. `compare` is never asked about an item and itself.
 */
export function* firstInSteps<T>(
  items: readonly T[],
  count: number,
  compare: (a: T, b: T) => number,
): Steps<T[]> {
  const kept = [...items];
  let from = 0;
  let to = kept.length - 1;
  let looks = 0;
  while (from < to && count > from && count <= to) {
    const pivot = middleOf(kept[from] as T, kept[(from + to) >> 1] as T, kept[to] as T, compare);
    let left = from;
    let right = to;
    while (left <= right) {
      for (; kept[left] !== pivot && compare(kept[left] as T, pivot) < 0; left += 1) looks += 1;
      for (; kept[right] !== pivot && compare(kept[right] as T, pivot) > 0; right -= 1) looks += 1;
      if (left <= right) {
        [kept[left], kept[right]] = [kept[right] as T, kept[left] as T];
        left += 1;
        right -= 1;
        looks += 2;
      }
      if (looks >= itemsAStep) {
        yield;
        looks = 0;
      }
    }
    if (count <= right + 1) to = right;
    else if (count > left) from = left;
    else break;
  }
  return kept.slice(0, count);
}

function middleOf<T>(a: T, b: T, c: T, compare: (a: T, b: T) => number): T {
  const [low, high] = a === b || compare(a, b) < 0 ? [a, b] : [b, a];
  if (c === low || c === high || compare(c, low) < 0) return low;
  return compare(c, high) < 0 ? c : high;
}
