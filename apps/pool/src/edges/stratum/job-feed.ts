import { randomBytes } from 'node:crypto';
import type { Job } from '@openlode/stratum/dialects/bitcoin/job';
import { JobStamper } from '@openlode/stratum/dialects/bitcoin/job-stamper';
import { type BitcoinJobs, bitcoinJobs, type OpenBitcoinJob } from '@openlode/stratum/dialects/bitcoin/jobs';
import type { BitcoinSolution } from '@openlode/stratum/dialects/bitcoin/session-state';
import type { OpenJob, OpenJobs } from '@openlode/stratum/core/jobs';
import type { FoundBlock } from '@openlode/stratum/core/session-state';
import type { BlockTemplate, Chain } from '../../domain/kernel/chain.ts';

/** The jobs of one algorithm, for all its ports. */
export interface JobFeed {
  readonly registry: OpenJobs<OpenJob>;
  /** Calls back with every job as it opens; answers the function that ends it. */
  onJob(listener: (opened: OpenJob) => void): () => void;
  /** What the chain needs to submit a block that was found on a job of this feed. */
  submissionOf(block: Pick<FoundBlock, 'job' | 'solution'>): Uint8Array;
  /** Opens a job on the present block, so that what new jobs bring comes into force now. */
  renew(): void;
  close(): void;
}

/** The jobs of an algorithm whose headers are Bitcoin's. */
export interface BitcoinJobFeed extends JobFeed {
  readonly registry: BitcoinJobs;
  onJob(listener: (opened: OpenBitcoinJob) => void): () => void;
  submissionOf(block: Pick<FoundBlock<Job, BitcoinSolution>, 'job' | 'solution'>): Uint8Array;
}

export interface JobFeedOptions {
  readonly chain: Pick<Chain, 'template' | 'onTemplate'>;
  /** A job without a new block is replaced after this long: new difficulties come into force with new jobs. */
  readonly refreshMs?: number;
  /** Accepted shares remembered for one job. At half of it the next job opens, so that no share is refused for lack of room. */
  readonly sharesMax?: number;
  readonly stamper?: Pick<JobStamper, 'stamp'>;
}

/** Turns a chain's templates into numbered jobs, each with content of its own. */
export function createJobFeed(options: JobFeedOptions): BitcoinJobFeed {
  const { chain, refreshMs = 30_000, sharesMax, stamper = new JobStamper(randomBytes) } = options;
  const registry = bitcoinJobs({
    stamper: {
      stamp(parts) {
        const job = stamper.stamp(parts);
        if (current !== undefined) templates.set(job, current);
        return job;
      },
    },
    ...(sharesMax === undefined ? {} : { sharesMax }),
    // A share is being judged, and the registry does not change meanwhile.
    onHalfFull: () => setImmediate(() => !closed && open(chain.template(), false)),
  });
  const listeners = new Set<(opened: OpenBitcoinJob) => void>();
  /** A template is kept as long as a job that was made of it, for one session or for all. */
  const templates = new WeakMap<Job, BlockTemplate>();
  let current: BlockTemplate | undefined;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  function open(template: BlockTemplate, isNew: boolean): void {
    const onSameBlock =
      registry.current !== undefined && isSame(registry.current.job.previousHash, template.previousHash);
    const clean = !onSameBlock || (isNew && template.clean);
    current = template;
    const job = registry.open({ ...template, clean });
    clearTimeout(timer);
    timer = setTimeout(() => open(chain.template(), false), refreshMs);
    timer.unref();
    for (const listener of listeners) listener(job);
  }

  const stop = chain.onTemplate((template) => open(template, true));
  if (registry.current === undefined) open(chain.template(), true);

  return {
    registry,
    onJob(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    submissionOf({ job, solution }) {
      const template = templates.get(job);
      if (template === undefined) throw new Error(`job ${job.id} is not one of this feed`);
      return template.submissionOf(solution.header, solution.coinbase);
    },
    renew: () => open(chain.template(), false),
    close() {
      closed = true;
      stop();
      clearTimeout(timer);
      listeners.clear();
    },
  };
}

function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}
