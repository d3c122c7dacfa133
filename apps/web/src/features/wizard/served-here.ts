import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import { isMinable } from '../../blocks/algorithm-picker/is-minable.ts';
import { wizardAlgorithms } from './wizard-algorithms.ts';
import type { Hardware } from './wizard-state.ts';

/** The algorithms of this hardware that can be mined on this pool now. */
export function servedHere(
  algorithms: readonly AlgorithmItem[],
  hardware: Hardware,
): readonly AlgorithmItem[] {
  return wizardAlgorithms(algorithms, hardware).filter(isMinable);
}

/**
 * What a newcomer is recommended: on a sandbox this computer; else the processor, which every computer has, where it is
 * served. Null where no choice is obvious.
 */
export function recommendedStart(
  algorithms: readonly AlgorithmItem[],
  isSandbox: boolean,
  asked: string | undefined,
): { readonly hardware: Hardware; readonly algorithm: AlgorithmItem } | null {
  const hardware = isSandbox ? 'sandbox' : 'cpu';
  const served = servedHere(algorithms, hardware);
  const algorithm = served.find(({ code }) => code === asked) ?? served[0];
  return algorithm === undefined ? null : { hardware, algorithm };
}
