import react from 'react';

interface Internals {
  recentlyCreatedOwnerStacks: number;
}

/** From this many on React keeps no stack until the next second. */
const stacksMax = 10_000;

/**
 * React notes by a stack of calls where each element was made, ten thousand a second, for warnings that name the component: a tenth of what suites
 * of pages take. It stops at that number, so the suites begin with it. A React that counts otherwise notes them again, and nothing else changes.
 */
export function keepNoOwnerStacks(): void {
  const internals = (react as unknown as Readonly<Record<string, Internals | undefined>>)[
    '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
  ];
  if (internals === undefined) return;
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => stacksMax,
    set: () => {},
  });
}
