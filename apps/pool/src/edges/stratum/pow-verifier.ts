/** Calculates proofs of work, slow ones off the event loop. Input and verdict are what the dialects of the algorithm say they are. */
export interface PowVerifier<Input = unknown, Verdict = unknown> {
  verify(input: Input): Promise<Verdict>;
  /** Shares that wait for a thread. */
  waiting(): number;
}
