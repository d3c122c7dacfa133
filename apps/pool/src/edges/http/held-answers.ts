export interface HeldFor {
  /** Each answer is held this long at least, ms. */
  readonly leastMs: number;
  /** What took long is held this many times as long. */
  readonly factor: number;
  /** Keys whose answers are held at one time. */
  readonly keysMax: number;
}

/**
 * Answers that cost much, by key: one that is asked for is asked once, and given again until it is old. What failed at once is asked again at
 * once; what failed after long, because it took too long, fails for as long as an answer would have held.
 *
 * @param now milliseconds
 */
export function holdAnswers<Key, T>(
  ask: (key: Key) => Promise<T>,
  now: () => number,
  { leastMs, factor, keysMax }: HeldFor,
): (key: Key) => Promise<T> {
  const held = new Map<Key, { until: number; readonly answer: Promise<T> }>();
  return (key) => {
    const known = held.get(key);
    if (known !== undefined && now() < known.until) return known.answer;
    const from = now();
    const asked = { until: Number.POSITIVE_INFINITY, answer: ask(key) };
    held.delete(key);
    held.set(key, asked);
    const hold = (atLeast: number): void => {
      asked.until = now() + Math.max(atLeast, factor * (now() - from));
    };
    asked.answer.then(
      () => hold(leastMs),
      () => hold(0),
    );
    for (const [oldest] of held) {
      if (held.size <= keysMax) break;
      held.delete(oldest);
    }
    return asked.answer;
  };
}
