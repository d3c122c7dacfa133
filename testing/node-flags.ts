/**
 * How the built pool and its commands are run. `POOL_NODE_FLAGS` adds to it, separated by blanks: a process that lives for seconds is better
 * off without optimised code for its embedded database, a benchmark is not.
 */
export function nodeFlags(): string[] {
  return ['--enable-source-maps', ...(process.env['POOL_NODE_FLAGS'] ?? '').split(' ').filter(Boolean)];
}
