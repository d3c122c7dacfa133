import { randomBytes } from 'node:crypto';
import { meetsTarget, targetBytes, targetOfBits } from '@openlode/stratum/core/difficulty';
import type { Job } from '@openlode/stratum/dialects/bitcoin/job';
import { JobStamper } from '@openlode/stratum/dialects/bitcoin/job-stamper';
import { bitcoinJobs, type OpenBitcoinJob } from '@openlode/stratum/dialects/bitcoin/jobs';
import type { BitcoinSolution } from '@openlode/stratum/dialects/bitcoin/session-state';
import type { BitcoinTemplate } from '../../domain/kernel/block-template.ts';
import { type ChainBlock, createJobFeed, type JobFeed, type JobFeedOptions } from './job-feed.ts';

/** The jobs of an algorithm whose headers are Bitcoin's. */
export type BitcoinJobFeed = JobFeed<OpenBitcoinJob>;

export interface BitcoinFeedOptions extends JobFeedOptions {
  readonly stamper?: Pick<JobStamper, 'stamp'>;
  /**
   * Jobs on one block all have the time of its first one. xmrig says the time of the newest job with a share of the one before, which has
   * another hash then: of GhostRider it hashes eight nonces at once, seconds on a slow processor.
   */
  readonly keepsTime?: boolean;
}

/** Turns the templates of a chain of Bitcoin's family into jobs: a salt in the coinbase makes the content of each its own. */
export function createBitcoinFeed({
  stamper = new JobStamper(randomBytes),
  keepsTime = false,
  ...options
}: BitcoinFeedOptions): BitcoinJobFeed {
  /** A template lives as long as any job made from it. */
  const templates = new WeakMap<object, BitcoinTemplate>();
  let current: BitcoinTemplate | undefined;
  return createJobFeed<BitcoinTemplate, OpenBitcoinJob>(options, (registryOptions) => {
    const registry = bitcoinJobs({
      ...registryOptions,
      stamper: {
        stamp(parts): Job {
          const job = stamper.stamp(parts);
          if (current !== undefined) templates.set(job, current);
          return job;
        },
      },
    });
    return {
      family: 'bitcoin',
      registry,
      open(template) {
        const isOnSameBlock =
          current !== undefined && Buffer.compare(current.previousHash, template.previousHash) === 0;
        const time = keepsTime && isOnSameBlock ? current?.time : undefined;
        current = time === undefined ? template : { ...template, time };
        return registry.open({ ...current, ...easiestOf(current) });
      },
      blocksOf({ job, solution, hash }) {
        const template = templates.get(job);
        if (template === undefined) throw new Error(`job ${job.id} is not one of this feed`);
        return blocksOf(template, hash, solution as BitcoinSolution);
      },
    };
  });
}

/**
 * What a share must meet at least to be a block of any chain. A share that is harder would hide blocks, so that no difficulty of a job goes
 * beyond it.
 */
function easiestOf(template: BitcoinTemplate): Pick<Job, 'networkTarget' | 'networkWork'> {
  const own = { networkTarget: targetOfBits(template.bits), networkWork: template.networkWork };
  const all = [own, ...(template.merged ?? [])];
  const { networkTarget, networkWork } = all.reduce((easiest, each) =>
    each.networkTarget > easiest.networkTarget ? each : easiest,
  );
  return { networkTarget, networkWork };
}

/** The block of each chain whose target the share meets: its own chain may be the one that it does not. */
function blocksOf(
  template: BitcoinTemplate,
  hash: string,
  { header, coinbase, proof }: BitcoinSolution,
): ChainBlock[] {
  const own = { ...template, hash, networkTarget: targetOfBits(template.bits) };
  return [own, ...(template.merged ?? [])]
    .filter(({ networkTarget }) => meetsTarget(proof, targetBytes(networkTarget)))
    .map((each) => ({
      chain: each.chain,
      height: each.height,
      hash: each.hash,
      networkWork: each.networkWork,
      submission: each.submissionOf(header, coinbase),
    }));
}
