import { JobRegistry, type JobRegistryOptions, type OpenJob } from '../../core/jobs.ts';
import { type Job, type JobParts, notifyLine } from './job.ts';
import type { JobStamper } from './job-stamper.ts';
import { createShareScratch, type ShareScratch } from './share-hash.ts';

/** A job of the bitcoin dialect that takes shares. */
export interface OpenBitcoinJob extends OpenJob<Job> {
  /** The notification, written once for all miners. */
  readonly line: string;
  readonly scratch: ShareScratch;
}

export type BitcoinJobs = JobRegistry<JobParts, Job, OpenBitcoinJob>;

/** The jobs of an algorithm whose headers are Bitcoin's; without a stamper it takes ready-made jobs only. */
export function bitcoinJobs(
  options: JobRegistryOptions & { readonly stamper?: Pick<JobStamper, 'stamp'> } = {},
): BitcoinJobs {
  const { stamper } = options;
  return new JobRegistry(
    {
      ...(stamper === undefined ? {} : { stamp: (parts: JobParts) => stamper.stamp(parts) }),
      prepare: ({ job, number, networkTarget, shareWorkMax, accepted }: OpenJob<Job>): OpenBitcoinJob => ({
        job,
        number,
        line: notifyLine(job),
        networkTarget,
        shareWorkMax,
        scratch: createShareScratch(job),
        accepted,
      }),
    },
    options,
  );
}
