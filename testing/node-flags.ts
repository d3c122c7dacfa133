/**
 * How the built pool and its commands are run: as an operator does, or with the flags of `POOL_NODE_FLAGS`, separated by blanks. A process
 * that lives for seconds is better off without optimised code for its embedded database, and without reading its source maps; a benchmark is not.
 */
export function nodeFlags(): string[] {
  const chosen = process.env['POOL_NODE_FLAGS'];
  return chosen === undefined ? ['--enable-source-maps'] : chosen.split(' ').filter(Boolean);
}

/**
 * For a process that lives for seconds: no optimised WebAssembly (a third of what a start costs), JavaScript optimised only where it runs for
 * long, and a young heap that a start does not fill (together a sixth of it).
 */
export const SHORT_LIVED =
  '--liftoff-only --interrupt-budget=1500000 --min-semi-space-size=32 --max-semi-space-size=32';
