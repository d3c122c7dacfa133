import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import { notMinedInJavaScript, sandboxDefaultAlgorithm } from '@openlode/mining/sandbox-default';
import type { Hardware, Mode } from './wizard-state.ts';

type Offered = Pick<
  AlgorithmItem,
  'code' | 'typeCode' | 'additionalTypes' | 'wizardSort' | 'showInWizard' | 'deactivated' | 'work'
>;

/** The algorithms that the wizard offers on this hardware, in its own order; what the pool's own client begins with comes first for it. */
export function wizardAlgorithms<Item extends Offered>(
  algorithms: readonly Item[],
  hardware: Hardware,
): readonly Item[] {
  return algorithms
    .filter((each) => !each.deactivated && fits(each, hardware))
    .toSorted((a, b) => placeOf(a, hardware) - placeOf(b, hardware));
}

function placeOf({ code, wizardSort }: Offered, hardware: Hardware): number {
  return hardware === 'sandbox' && code === sandboxDefaultAlgorithm ? -1 : wizardSort;
}

function fits(algorithm: Offered, hardware: Hardware): boolean {
  // The pool's own client hashes what the sandbox checks, whatever hardware it is mined with elsewhere.
  if (hardware === 'sandbox')
    return algorithm.work === 'verified' && !notMinedInJavaScript.has(algorithm.code);
  const { showInWizard, typeCode, additionalTypes } = algorithm;
  return showInWizard && (typeCode === hardware || additionalTypes.includes(hardware));
}

interface Asking {
  readonly mode: Mode | null;
  readonly hardware: Hardware;
  /** The algorithm that the link asked for. */
  readonly asked: string | undefined;
}

/**
 * The algorithm that the hardware decides: on a CPU, and in basic mode on a sandbox, the one that the link asked for,
 * else the first; elsewhere the only one there is. Null where there is a choice.
 */
export function automaticAlgorithm(
  algorithms: readonly Offered[],
  { mode, hardware, asked }: Asking,
): string | null {
  const offered = wizardAlgorithms(algorithms, hardware);
  const wanted = offered.find(({ code }) => code === asked);
  if (hardware === 'cpu' || (hardware === 'sandbox' && mode === 'basic'))
    return (wanted ?? offered[0])?.code ?? null;
  return offered.length === 1 ? (offered[0]?.code ?? null) : null;
}
