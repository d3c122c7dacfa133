/** What the pool's own client mines unless it is told otherwise, and what a sandbox offers first. */
export const sandboxDefaultAlgorithm = 'sha256';
