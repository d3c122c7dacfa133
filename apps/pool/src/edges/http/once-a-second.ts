const ageMsMax = 1000;

/** Reads at most once a second, and never twice at once: however often it is asked, the work is the same. A failure is not kept. */
export function onceASecond<Answer>(
  read: () => Promise<Answer>,
  now: () => number = () => performance.now(),
): () => Promise<Answer> {
  let last: Promise<Answer> | undefined;
  let freshUntil = Number.NEGATIVE_INFINITY;
  return () => {
    if (last !== undefined && now() < freshUntil) return last;
    const reading = read().then(
      (answer) => {
        if (last === reading) freshUntil = now() + ageMsMax;
        return answer;
      },
      (error: unknown) => {
        if (last === reading) last = undefined;
        throw error;
      },
    );
    last = reading;
    // While it is being read, everybody waits for the same reading.
    freshUntil = Number.POSITIVE_INFINITY;
    return reading;
  };
}
