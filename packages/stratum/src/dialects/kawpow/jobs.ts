import { JobRegistry, type JobRegistryOptions, type OpenJob } from '../../core/jobs.ts';
import { hexOfBytes } from '../../wire/hex.ts';
import type { EthereumJob, OpenEthereumJob } from '../ethereum/jobs.ts';

/** One piece of work of KawPow: the header's hash is the one that explorers print, most significant byte first. */
export interface KawpowJob extends EthereumJob {
  /** The network target in its compact form. */
  readonly bits: number;
}

export interface OpenKawpowJob extends OpenEthereumJob {
  readonly job: KawpowJob;
}

export type KawpowJobs<Parts> = JobRegistry<Parts, KawpowJob & Parts, OpenKawpowJob>;

/** The jobs of a chain of KawPow; `stamp` makes a header that no other job has. */
export function kawpowJobs<Parts>(
  stamp: (parts: Parts) => KawpowJob & Parts,
  options: JobRegistryOptions = {},
): KawpowJobs<Parts> {
  return new JobRegistry(
    {
      stamp,
      prepare: (opened: OpenJob<KawpowJob & Parts>): OpenKawpowJob => ({
        ...opened,
        header: hexOfBytes(opened.job.headerHash),
        seed: hexOfBytes(opened.job.seedHash),
      }),
    },
    options,
  );
}
