import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import { site } from '../../shared/api/site.ts';
import { wizardAlgorithms } from './wizard-algorithms.ts';

/** The algorithms whose work this deployment checks as a sandbox; none where it is a real pool. */
export function checkedHere(algorithms: readonly AlgorithmItem[]): readonly AlgorithmItem[] {
  return site().sandbox ? wizardAlgorithms(algorithms, 'sandbox') : [];
}
