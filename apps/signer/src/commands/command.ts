import type { SecretInput } from './read-secrets.ts';

/** What a command is given of its process. */
export interface CommandContext {
  readonly input: NodeJS.ReadStream | SecretInput;
  readonly out: (sentence: string) => void;
  readonly now: () => number;
  /** log2 of scrypt's N for what is written. */
  readonly scryptCost: number;
}

/** A mistake in the arguments. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
