import { randomBytes } from 'node:crypto';
import type { JobFacts, JobRegistry, JobRegistryOptions, OpenJob } from '@openlode/stratum/core/jobs';
import type { HeaderBlock, HeaderFamily, HeaderTemplate } from '../../domain/kernel/block-template.ts';
import { createJobFeed, type JobFeed, type JobFeedOptions } from './job-feed.ts';

const saltBytes = 16;

export interface HeaderFeedOptions extends JobFeedOptions {
  readonly random?: (count: number) => Uint8Array;
}

/** How the jobs of a family are made of its blocks. */
export interface HeaderJobs<Job extends JobFacts, Opened extends OpenJob> {
  readonly family: HeaderFamily;
  openRegistry(
    stamp: (template: HeaderTemplate) => Job & HeaderTemplate,
    options: JobRegistryOptions,
  ): JobRegistry<HeaderTemplate, Job & HeaderTemplate, Opened>;
  /** What a job has besides its template and its id. */
  jobOf(template: HeaderTemplate, block: HeaderBlock): Omit<Job, keyof JobFacts>;
  /** The block of a solution, where miners fill in more of it than the seal; the job's own without it. */
  blockOf?(template: HeaderTemplate, block: HeaderBlock, solution: unknown): HeaderBlock;
  /** The seal of what a miner adds to a job. */
  sealOf(solution: unknown): Uint8Array;
}

/**
 * Turns the templates of a chain into jobs, each with its own block: a salt that no client can foresee makes its coinbase, and so its
 * header, different from those of all sessions of all processes.
 */
export function headerFeed<Job extends JobFacts, Opened extends OpenJob>(
  jobs: HeaderJobs<Job, Opened>,
): (options: HeaderFeedOptions) => JobFeed<Opened> {
  return ({ random = randomBytes, ...options }) => {
    const blocks = new WeakMap<object, HeaderBlock>();
    const run = Buffer.from(random(4)).toString('hex');
    let count = 0;
    function stamp(template: HeaderTemplate): Job & HeaderTemplate {
      count += 1;
      const block = template.blockWith(random(saltBytes));
      const id = run + count.toString(16);
      const job = { ...template, id, ...jobs.jobOf(template, block) } as Job & HeaderTemplate;
      blocks.set(job, block);
      return job;
    }
    return createJobFeed<HeaderTemplate, Opened>(options, (registryOptions) => {
      const registry = jobs.openRegistry(stamp, registryOptions);
      return {
        family: jobs.family,
        registry,
        open: (template) => registry.open(template),
        blocksOf({ job, solution, hash }) {
          const block = blocks.get(job);
          if (block === undefined) throw new Error(`job ${job.id} is not one of this feed`);
          const own = jobs.blockOf?.(job as Job & HeaderTemplate, block, solution) ?? block;
          const { chain, height, networkWork } = job;
          return [{ chain, height, hash, networkWork, submission: own.submissionOf(jobs.sealOf(solution)) }];
        },
      };
    });
  };
}

/** A nonce of 64 bits, least significant byte first. */
export function sealOfNonce({ nonce }: { readonly nonce: bigint }): Uint8Array {
  const seal = Buffer.alloc(8);
  seal.writeBigUInt64LE(nonce);
  return new Uint8Array(seal);
}
