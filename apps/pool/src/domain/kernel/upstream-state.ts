/** Shares, and the work that they stand for in expected hashes. */
export interface UpstreamShares {
  readonly shares: number;
  readonly work: bigint;
}

/** How another pool stands whose work is given to miners; counts since the process began that gives it. */
export interface UpstreamState {
  readonly hasWork: boolean;
  readonly connections: number;
  /** By what became of them. */
  readonly counts: Readonly<Record<string, UpstreamShares>>;
  /** Among the shares that were judged here, and how many their work finds on average. */
  readonly blocks: { readonly found: number; readonly expected: number };
  /** Expected hashes for a block by its newest job; undefined where jobs do not say it. */
  readonly networkWork?: bigint | undefined;
}

/** One pool in several processes: it gives work where one of them has some. Undefined where none of them gives its work. */
export function sumStates(states: readonly UpstreamState[]): UpstreamState | undefined {
  if (states.length === 0) return undefined;
  const counts: Record<string, UpstreamShares> = {};
  for (const state of states)
    for (const [name, { shares, work }] of Object.entries(state.counts)) {
      const before = counts[name] ?? { shares: 0, work: 0n };
      counts[name] = { shares: before.shares + shares, work: before.work + work };
    }
  const sum = (of: (state: UpstreamState) => number): number =>
    states.reduce((total, state) => total + of(state), 0);
  return {
    hasWork: states.some(({ hasWork }) => hasWork),
    connections: sum(({ connections }) => connections),
    counts,
    blocks: { found: sum(({ blocks }) => blocks.found), expected: sum(({ blocks }) => blocks.expected) },
    networkWork: states.find(({ networkWork }) => networkWork !== undefined)?.networkWork,
  };
}
