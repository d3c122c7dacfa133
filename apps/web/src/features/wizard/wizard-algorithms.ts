import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import type { Hardware } from './wizard-state.ts';

type Offered = Pick<
  AlgorithmItem,
  'code' | 'typeCode' | 'additionalTypes' | 'wizardSort' | 'showInWizard' | 'deactivated'
>;

/** The algorithms that the wizard offers on this hardware, in its own order. */
export function wizardAlgorithms<Item extends Offered>(
  algorithms: readonly Item[],
  hardware: Hardware,
): readonly Item[] {
  return algorithms
    .filter(({ showInWizard, deactivated }) => showInWizard && !deactivated)
    .filter(({ typeCode, additionalTypes }) => typeCode === hardware || additionalTypes.includes(hardware))
    .toSorted((a, b) => a.wizardSort - b.wizardSort);
}

/**
 * The algorithm that the hardware decides: on a CPU the one that the link asked for, else the first; elsewhere the only
 * one there is. Null where there is a choice.
 */
export function automaticAlgorithm(
  algorithms: readonly Offered[],
  hardware: Hardware,
  asked: string | undefined,
): string | null {
  const offered = wizardAlgorithms(algorithms, hardware);
  if (hardware === 'cpu') return (offered.find(({ code }) => code === asked) ?? offered[0])?.code ?? null;
  return offered.length === 1 ? (offered[0]?.code ?? null) : null;
}
