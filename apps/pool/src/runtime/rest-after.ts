/** Work that is done again and again takes at most this part of the time. */
const workPart = 1 / 20;

/**
 * For work that is repeated: answers how long to rest after each turn, from how long it took; all in ms. At least `least`, and twenty times the
 * shorter one of the last two turns: a single long one may be a machine that stood still.
 */
export function restAfter(least: number): (took: number) => number {
  let before = 0;
  return (took) => {
    const rest = Math.max(least, Math.min(took, before) / workPart);
    before = took;
    return rest;
  };
}
