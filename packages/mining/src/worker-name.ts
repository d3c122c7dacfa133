/** The worker under which work without a usable worker name is counted. */
export const defaultWorkerName = 'default';

/** A worker name is never longer than this many characters. */
export const workerNameLengthMax = 64;

const allowedCharacters = /^[A-Za-z0-9_-]+$/;

/** The verdict of the rules on a text that was typed as a worker name. */
export type WorkerNameOutcome =
  | { readonly kind: 'valid' /** Trimmed. */; readonly name: string }
  | { readonly kind: 'empty' }
  | { readonly kind: 'bad-characters' }
  | { readonly kind: 'too-long'; readonly max: number };

/** Judges a worker name: trimmed, then only letters, digits, underscore and hyphen. */
export function judgeWorkerName(text: string): WorkerNameOutcome {
  const name = text.trim();
  if (name === '') return { kind: 'empty' };
  if (name.length > workerNameLengthMax) return { kind: 'too-long', max: workerNameLengthMax };
  return allowedCharacters.test(name) ? { kind: 'valid', name } : { kind: 'bad-characters' };
}

/** The name a worker mines under: the text itself where it is usable, `default` otherwise. */
export function workerNameOrDefault(text: string): string {
  const outcome = judgeWorkerName(text);
  return outcome.kind === 'valid' ? outcome.name : defaultWorkerName;
}

const letters = 'abcdefghijklmnopqrstuvwxyz';

/**
 * A worker name for a miner who did not choose one: the prefix and 8 random lower-case letters.
 * `random` answers a number in [0, 1), like `Math.random`.
 */
export function randomWorkerName(prefix: string, random: () => number): string {
  let name = prefix;
  for (let count = 0; count < 8; count += 1) name += letters.charAt(Math.floor(random() * letters.length));
  return name;
}
