/** Calculates the verdict on one input. Takes all that a core can give. */
export interface Hasher {
  (input: unknown): unknown;
  /** Gives back what is not JavaScript's to collect. */
  close?(): void;
}
