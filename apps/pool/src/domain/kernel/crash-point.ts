let onReach: ((name: string) => void) | undefined;

/**
 * A named place where the process may die in a test (e2e/crash-points-embedded.long.test.ts): one comparison and nothing else, unless main.ts has
 * armed it. The suites find every name by reading the sources, so a name stands once, as a literal, and says what is durable there
 * and what is not yet.
 */
export function crashPoint(name: string): void {
  onReach?.(name);
}

/** Calls `reached` at every crash point from now on; without it, never again. */
export function armCrashPoints(reached?: (name: string) => void): void {
  onReach = reached;
}
