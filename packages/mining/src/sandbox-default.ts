/** What the pool's own client mines unless it is told otherwise, and what a sandbox offers first. */
export const sandboxDefaultAlgorithm = 'sha256';

/** What the pool's own client cannot hash at a usable rate, of what a sandbox checks. */
export const notMinedInJavaScript: ReadonlySet<string> = new Set(['beamhash', 'equihash']);
