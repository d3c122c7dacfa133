import { randomBytes } from 'node:crypto';
import type { OpenJob } from '@openlode/stratum/core/jobs';
import { type KaspaJob, kaspaJobs, type KaspaSolution } from '@openlode/stratum/dialects/kaspa/jobs';
import type { KaspaBlock, KaspaTemplate } from '../../domain/kernel/block-template.ts';
import { createJobFeed, type JobFeed, type JobFeedOptions } from './job-feed.ts';

const saltBytes = 16;

export interface KaspaFeedOptions extends JobFeedOptions {
  readonly random?: (count: number) => Uint8Array;
}

/**
 * Turns the templates of a chain of Kaspa's family into jobs. Each is a block of its own: a salt that no client can foresee makes its
 * coinbase, and with it the hash that is mined on, unlike those of all sessions of all processes.
 */
export function createKaspaFeed({
  random = randomBytes,
  ...options
}: KaspaFeedOptions): JobFeed<OpenJob<KaspaJob>> {
  const blocks = new WeakMap<object, KaspaBlock>();
  const run = Buffer.from(random(4)).toString('hex');
  let count = 0;
  function stamp(template: KaspaTemplate): KaspaJob & KaspaTemplate {
    count += 1;
    const block = template.blockWith(random(saltBytes));
    const job = {
      ...template,
      id: run + count.toString(16),
      prePowHash: block.prePowHash,
      blockHash: ({ nonce }: KaspaSolution) => block.hashOf(nonce),
    };
    blocks.set(job, block);
    return job;
  }
  return createJobFeed<KaspaTemplate, OpenJob<KaspaJob>>(options, (registryOptions) => {
    const registry = kaspaJobs<KaspaTemplate>(stamp, registryOptions);
    return {
      family: 'kaspa',
      registry,
      open: (template) => registry.open(template),
      submissionOf({ job, solution }) {
        const block = blocks.get(job);
        if (block === undefined) throw new Error(`job ${job.id} is not one of this feed`);
        return block.submissionOf((solution as KaspaSolution).nonce);
      },
    };
  });
}
