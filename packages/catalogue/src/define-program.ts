import type { MiningProgram } from '@openlode/mining/mining-program';

/**
 * Types an entry of the catalogue. It does nothing else.
 * @__NO_SIDE_EFFECTS__
 */
export function defineProgram(program: MiningProgram): MiningProgram {
  return program;
}
