import { findAlgorithm } from '@openlode/catalogue/algorithms';
import { difficultyScale } from '@openlode/stratum/core/difficulty';
import { scrypt } from '../chain/scrypt.ts';
import type { Fleet, FleetWorker } from '../fleet/fleet.ts';
import type { CodeOf } from '../fleet/fleet-work.ts';
import { hasRig, rigAlgorithms } from '../fleet/rig-workers.ts';
import { Rig } from './rig.ts';
import { sha256d } from './rig-job.ts';
import { shareTime } from './share-time.ts';

/** What rigs hash with. */
const proofs: Readonly<
  Record<string, { readonly proof: (header: Uint8Array) => Uint8Array; readonly batch: number }>
> = {
  sha256: { proof: sha256d, batch: 32 },
  scrypt: { proof: scrypt, batch: 1 },
};

/** Of one core, for all rigs together. */
const cpuPart = 0.02;
const turnMs = 1;

/** The workers of the fleet that have a machine. */
export function rigWorkers(fleet: Fleet): readonly FleetWorker[] {
  return rigAlgorithms.flatMap((algorithm) => (fleet.byAlgorithm.get(algorithm) ?? []).filter(hasRig));
}

/**
 * Sets the demo's machines to work: each logs in at a port of this pool as a miner does, and searches with true proof of work. Answers
 * how to switch them off.
 */
export function openRigs(
  fleet: Fleet,
  portOf: (algorithm: string) => number | undefined,
  codeOf: CodeOf,
): () => void {
  const rigs = rigWorkers(fleet).flatMap((worker) => {
    const port = portOf(worker.algorithm);
    const hashing = proofs[worker.algorithm];
    const algorithm = findAlgorithm(worker.algorithm);
    if (port === undefined || hashing === undefined || algorithm === undefined) return [];
    const scale = difficultyScale(algorithm.difficulty1Target, algorithm.hashesPerAttempt);
    return [new Rig({ port, user: userOf(worker, codeOf(worker)), scale, ...hashing })];
  });
  const stop = shareTime(rigs, {
    part: cpuPart,
    turnMs,
    now: () => performance.now(),
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      timer.unref();
      return () => clearTimeout(timer);
    },
  });
  return () => {
    stop();
    for (const rig of rigs) rig.close();
  };
}

/** What its owner would type into a mining program. */
export function userOf({ miner, name }: FleetWorker, code: string | null): string {
  const memo = miner.memo === null ? '' : `:${miner.memo}`;
  return `${miner.coin}:${miner.address}${memo}.${name}${code === null ? '' : `#${code}`}`;
}
