/** A machine that searches while it has its turn. */
export interface Searcher {
  readonly isMining: boolean;
  /** Tries a few nonces. */
  search(): void;
}

export interface ShareTimeOptions {
  /** Of one core, for all of them together. */
  readonly part: number;
  /** How long one turn takes at least. */
  readonly turnMs: number;
  readonly now: () => number;
  /** Calls back after some ms; answers how to call it off. */
  readonly after: (ms: number, run: () => void) => () => void;
}

/**
 * Gives searchers turns of a bounded part of one core: after a turn it rests for as long as keeps that part, so that a slow or busy
 * machine is given less and not asked for more. Answers how to end it.
 */
export function shareTime(searchers: readonly Searcher[], options: ShareTimeOptions): () => void {
  const { part, turnMs, now, after } = options;
  let next = 0;
  let stop = (): void => undefined;
  const turn = (): void => {
    const began = now();
    const searcher = searchers[next % searchers.length];
    next += 1;
    if (searcher?.isMining === true)
      do searcher.search();
      while (now() < began + turnMs);
    const took = Math.max(turnMs, now() - began);
    stop = after((took * (1 - part)) / part, turn);
  };
  if (searchers.length > 0) turn();
  return () => stop();
}
