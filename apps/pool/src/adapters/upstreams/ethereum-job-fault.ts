import type { EthereumWork } from '@openlode/stratum/dialects/ethereum/ethereum-client';
import type { UpstreamJob } from '@openlode/stratum/upstream/client-dialect';
import { nodesJobFault, type NodesView } from './nodes-job-fault.ts';

/**
 * Why a job of ethproxy cannot be given; undefined for one that can.
 *
 * @param heightOf a height of the epoch that has a seed; undefined where none has
 */
export function ethereumJobFault(
  word: NodesView,
  heightOf: (seed: string) => number | undefined,
): (job: UpstreamJob<EthereumWork>) => string | undefined {
  const faultByNodes = nodesJobFault<EthereumWork>(word, ({ seed }) => seed);
  return (job) => (heightOf(job.work.seed) === undefined ? 'its seed is of no epoch' : faultByNodes(job));
}
