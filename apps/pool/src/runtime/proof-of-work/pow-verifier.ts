/** The answer to a share that had to make room for those of others. */
export const busy = 'busy';

/** Calculates proofs of work, slow ones off the event loop. Input and verdict are what the dialects of the algorithm say they are. */
export interface PowVerifier<Input = unknown, Verdict = unknown> {
  /** @param owner whose turn it takes where shares wait: one miner, whatever the number of its connections */
  verify(input: Input, owner: string): Promise<Verdict | typeof busy>;
  /** Makes ready what shares of a job need, and those of jobs that soon follow, without waiting for the first. */
  prepare?(job: { readonly height: number }): void;
  /** Shares that wait for a thread. */
  waiting(): number;
}
