import type { MiningProgram, ProgramAlgorithm } from '@openlode/mining/mining-program';
import type { Hardware } from '../wizard-state.ts';

export interface FittingProgram {
  readonly program: MiningProgram;
  readonly algorithm: ProgramAlgorithm;
}

/** The makers of graphics cards between which a program may have to choose. */
export const gpuVendors = ['NVIDIA', 'AMD', 'Intel'] as const;
export type GpuVendor = (typeof gpuVendors)[number];

/** What programs have to run on. */
export interface Machine {
  readonly hardware: Hardware;
  /** Matters for a graphics card only. */
  readonly vendor: GpuVendor;
}

const confidenceOrder = ['high', 'medium', 'low'] as const;

/**
 * The programs that mine the algorithm on this hardware, the best first: sure to know the algorithm, still maintained, then
 * the least that its maker keeps, then the order of the catalogue.
 */
export function rankPrograms(
  programs: readonly MiningProgram[],
  algorithm: string,
  machine: Machine,
): readonly FittingProgram[] {
  return programs
    .flatMap((program): readonly FittingProgram[] => {
      const own = program.algorithms.find((each) => each.algorithm === algorithm);
      return own !== undefined && runsOn(program, machine) ? [{ program, algorithm: own }] : [];
    })
    .toSorted((a, b) => compare(rankOf(a), rankOf(b)));
}

function runsOn({ hardware: runs, gpuVendors: cards }: MiningProgram, { hardware, vendor }: Machine) {
  if (hardware !== 'gpu') return runs.includes('cpu');
  return runs.includes('gpu') && cards.some((card) => card.startsWith(vendor));
}

function rankOf({ program, algorithm }: FittingProgram): readonly number[] {
  return [
    confidenceOrder.indexOf(algorithm.confidence),
    program.lastUpdate === undefined ? 0 : 1,
    Number.parseFloat(feeText(program, algorithm.algorithm)),
  ];
}

/** What its maker keeps of the mining time with this algorithm, for example `1%`. */
export function feeText({ developerFee }: MiningProgram, algorithm: string): string {
  return developerFee[algorithm] ?? developerFee['default'] ?? '0%';
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
