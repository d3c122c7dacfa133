import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import { site } from '../../shared/api/site.ts';
import { wizardAlgorithms } from './wizard-algorithms.ts';

/** The algorithms whose work this deployment checks as a sandbox; none where it is a real pool. */
export function checkedHere(algorithms: readonly AlgorithmItem[]): readonly AlgorithmItem[] {
  return site().sandbox ? wizardAlgorithms(algorithms, 'sandbox') : [];
}

/** The first by name, which a newcomer is given; a long list tells nothing. */
export function checkedNames(names: readonly string[]): string {
  const [first = '', second] = names;
  if (second === undefined) return first;
  return names.length === 2 ? `${first} or ${second}` : `${first} or one of ${names.length - 1} others`;
}
