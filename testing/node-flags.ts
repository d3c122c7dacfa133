/**
 * How the built pool and its commands are run: as an operator does, or with the flags of `POOL_NODE_FLAGS`, separated by blanks. A process
 * that lives for seconds is better off without optimised code for its embedded database, and without reading its source maps; a benchmark is not.
 */
export function nodeFlags(): string[] {
  const chosen = process.env['POOL_NODE_FLAGS'];
  return chosen === undefined ? ['--enable-source-maps'] : chosen.split(' ').filter(Boolean);
}
