/** What `npm test` runs: everything, or the suites and journeys of the paths that were named. */
export interface Chosen {
  /** Paths for vitest; undefined where no suite is meant. */
  readonly suites: readonly string[] | undefined;
  /** Paths for Playwright; undefined where no journey is meant. */
  readonly journeys: readonly string[] | undefined;
  readonly isLong: boolean;
  /** Whether suites and journeys run side by side: all of them do. Long ones measure, and a run of named paths is watched. */
  readonly isBeside: boolean;
}

/** Reads the arguments of `npm test -- [--long] [PATH…]`. A folder may hold suites, and below e2e journeys as well. */
export function chooseSuites(args: readonly string[]): Chosen {
  const paths = args.filter((arg) => !arg.startsWith('-'));
  const isLong = args.includes('--long') || paths.some((path) => path.includes('.long.'));
  if (paths.length === 0) return { suites: [], journeys: [], isLong, isBeside: !isLong };
  const journeys = paths.filter((path) => path.endsWith('.spec.ts') || /^(\.\/)?e2e\/?$/.test(path));
  const suites = paths.filter((path) => !path.endsWith('.spec.ts'));
  return {
    suites: suites.length === 0 ? undefined : suites,
    journeys: journeys.length === 0 ? undefined : journeys,
    isLong,
    isBeside: false,
  };
}
