import { hashingBlobBytesMax } from '@openlode/stratum/dialects/monero/jobs';
import type { MoneroWork } from '@openlode/stratum/dialects/monero/monero-client';
import type { UpstreamJob } from '@openlode/stratum/upstream/client-dialect';
import { nodesJobFault, type NodesView } from './nodes-job-fault.ts';

/** What miners and verifier here calculate. */
const algorithm = 'rx/0';

/** Why a job of Monero's protocol cannot be given; undefined for one that can. */
export function moneroJobFault(word: NodesView): (job: UpstreamJob<MoneroWork>) => string | undefined {
  const faultByNodes = nodesJobFault<MoneroWork>(word, ({ seedHash }) =>
    Buffer.from(seedHash).toString('hex'),
  );
  return (job) => {
    const { algorithm: theirs, blob } = job.work;
    if (theirs !== algorithm) return `it gives work of ${theirs}, and miners here have ${algorithm}`;
    if (blob.length > hashingBlobBytesMax)
      return `its blob has ${blob.length} bytes, and miners take ${hashingBlobBytesMax}`;
    return faultByNodes(job);
  };
}
