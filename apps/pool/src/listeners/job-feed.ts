import { createJob, type Job } from '@openlode/stratum/bitcoin/job';
import { JobBook, type OpenJob } from '@openlode/stratum/jobs';
import type { FoundBlock } from '@openlode/stratum/session-state';
import type { BlockTemplate, Chain } from '../services/ports/chain.ts';

/** The jobs of one algorithm, for all its ports. */
export interface JobFeed {
  readonly book: JobBook;
  /** Calls back with every job as it opens; answers the function that ends it. */
  onJob(listener: (opened: OpenJob) => void): () => void;
  /** What the chain needs to submit a block that was found on a job of this feed. */
  submissionOf(block: Pick<FoundBlock, 'job' | 'header' | 'coinbase'>): Uint8Array;
  /** Opens a job on the present block, so that what new jobs bring comes into force now. */
  renew(): void;
  close(): void;
}

export interface JobFeedOptions {
  readonly chain: Pick<Chain, 'template' | 'onTemplate'>;
  /** A job without a new block is replaced after this long: new difficulties come into force with new jobs. */
  readonly refreshMs?: number;
  /** Accepted shares remembered between two blocks. */
  readonly sharesMax?: number;
}

/** Turns a chain's templates into numbered jobs. */
export function createJobFeed(options: JobFeedOptions): JobFeed {
  const { chain, refreshMs = 30_000 } = options;
  const book = new JobBook(options.sharesMax);
  const listeners = new Set<(opened: OpenJob) => void>();
  /** A template is kept as long as its job. */
  const templates = new WeakMap<Job, BlockTemplate>();
  let opened = 0;
  let timer: NodeJS.Timeout | undefined;

  function open(template: BlockTemplate, isNew: boolean): void {
    opened += 1;
    const onSameBlock =
      book.current !== undefined && isSame(book.current.job.previousHash, template.previousHash);
    const clean = !onSameBlock || (isNew && template.clean);
    const job = book.add(createJob(opened.toString(16), { ...template, clean }));
    templates.set(job.job, template);
    clearTimeout(timer);
    timer = setTimeout(() => open(chain.template(), false), refreshMs);
    timer.unref();
    for (const listener of listeners) listener(job);
  }

  const stop = chain.onTemplate((template) => open(template, true));
  if (book.current === undefined) open(chain.template(), true);

  return {
    book,
    onJob(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    submissionOf({ job, header, coinbase }) {
      const template = templates.get(job);
      if (template === undefined) throw new Error(`job ${job.id} is not one of this feed`);
      return template.submissionOf(header, coinbase);
    },
    renew: () => open(chain.template(), false),
    close() {
      stop();
      clearTimeout(timer);
      listeners.clear();
    },
  };
}

function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}
