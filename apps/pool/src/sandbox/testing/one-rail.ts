import type { Rail } from '../../domain/kernel/rail.ts';
import type { Rails } from '../../domain/kernel/rails.ts';

/** One rail that pays on every network. */
export function oneRail(rail: Rail): Rails {
  return { all: [rail], railOf: () => ({ kind: 'rail', rail }) };
}
