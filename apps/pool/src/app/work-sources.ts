import type { ListedSource } from '../domain/views/listed-source.ts';
import type { MinedAlgorithms } from './mined-algorithms.ts';

/** Where the work of each algorithm comes from, in the order of its operator. */
export function workSources({ awaited, find }: Pick<MinedAlgorithms, 'awaited' | 'find'>): ListedSource[] {
  return awaited.flatMap((algorithm) => {
    const order = find(algorithm)?.order;
    if (order === undefined) return [];
    const { used } = order;
    return order.sources.map(({ name, kind, hasWork }, place): ListedSource => {
      const isUsed = place === used.place;
      return {
        algorithm,
        source: name,
        kind,
        hasWork,
        usedSince: isUsed ? used.since : null,
        why: isUsed ? used.why : null,
      };
    });
  });
}
