import type { MiningProgram } from '@openlode/mining/mining-program';
import { bzminer } from './programs/bzminer.ts';
import { cpuminerGr } from './programs/cpuminer-gr.ts';
import { cpuminer } from './programs/cpuminer.ts';
import { gminer } from './programs/gminer.ts';
import { lolminer } from './programs/lolminer.ts';
import { miniz } from './programs/miniz.ts';
import { nanominer } from './programs/nanominer.ts';
import { nbminer } from './programs/nbminer.ts';
import { onezerominer } from './programs/onezerominer.ts';
import { rigel } from './programs/rigel.ts';
import { srbminer } from './programs/srbminer.ts';
import { teamredminer } from './programs/teamredminer.ts';
import { trex } from './programs/trex.ts';
import { wildrig } from './programs/wildrig.ts';
import { xmrig } from './programs/xmrig.ts';

/** Every third-party mining program for which the setup wizard writes commands, in the order in which it offers them. */
export const programs: readonly MiningProgram[] = [
  xmrig,
  srbminer,
  lolminer,
  gminer,
  trex,
  teamredminer,
  nbminer,
  rigel,
  bzminer,
  wildrig,
  cpuminerGr,
  nanominer,
  onezerominer,
  miniz,
];

/** Programs with which a sandbox can be tried on any computer; elsewhere they earn next to nothing, so the wizard's list lacks them. */
export const sandboxPrograms: readonly MiningProgram[] = [cpuminer];

/** Every program whose commands we can write and read. */
export const allPrograms: readonly MiningProgram[] = [...programs, ...sandboxPrograms];

const byCode: ReadonlyMap<string, MiningProgram> = new Map(
  allPrograms.map((program) => [program.code, program]),
);

/** Finds a mining program by its exact code, in constant time. */
export function findProgram(code: string): MiningProgram | undefined {
  return byCode.get(code);
}
