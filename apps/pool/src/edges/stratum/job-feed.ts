import type { JobRegistryOptions, OpenJob, OpenJobs } from '@openlode/stratum/core/jobs';
import type { FoundBlock } from '@openlode/stratum/core/session-state';
import type { BlockTemplate } from '../../domain/kernel/block-template.ts';
import type { Chain } from '../../domain/kernel/chain.ts';
import type { BlockCandidate } from '../../domain/rounds/block-candidate.ts';

/** The jobs of one algorithm, for all its ports. */
export interface JobFeed<Opened extends OpenJob = OpenJob> {
  readonly registry: OpenJobs<Opened>;
  /** Whether there is a job for miners that come now. */
  readonly hasWork: boolean;
  /** False where a connection that comes would be refused, because all that there is is given; left out where it cannot be. */
  readonly hasRoom?: boolean;
  /** When the newest job opened, and the newest on another block than the one before, in ms of the machine's clock; left out where that is not known. */
  readonly times?: { readonly jobAt: number | undefined; readonly tipAt: number | undefined };
  /** Calls back with every job as it opens; answers the function that ends it. */
  onJob(listener: (opened: Opened) => void): () => void;
  /** The blocks that a share on a job of this feed has found: at least one, and several where chains are mined together. */
  blocksOf(block: Pick<FoundBlock, 'job' | 'solution' | 'hash'>): readonly ChainBlock[];
  /** Opens a job on the present block, so that what new jobs bring comes into force now. */
  renew(): void;
  close(): void;
}

/** A block by itself, with what its chain needs to submit it. */
export type ChainBlock = Pick<BlockCandidate, 'chain' | 'height' | 'hash' | 'networkWork' | 'submission'>;

export interface JobFeedOptions {
  readonly chain: Pick<Chain, 'template' | 'onTemplate'>;
  /** A job without a new block is replaced after this long: new difficulties come into force with new jobs. */
  readonly refreshMs?: number;
  /** Accepted shares remembered for one job. At half of it the next job opens, so that no share is refused for lack of room. */
  readonly sharesMax?: number;
}

/** How jobs of a family are made of the templates of its chains. */
export interface FamilyJobs<Template extends BlockTemplate, Opened extends OpenJob> {
  readonly family: Template['family'];
  readonly registry: OpenJobs<Opened> & {
    /** Closes every job, while there is no work. */
    withdraw(): void;
  };
  open(template: Template): Opened;
  blocksOf(block: Pick<FoundBlock, 'job' | 'solution' | 'hash'>): readonly ChainBlock[];
}

/**
 * Turns a chain's templates into numbered jobs, each with content of its own.
 *
 * @throws Error where the chain gives templates of another family
 */
export function createJobFeed<Template extends BlockTemplate, Opened extends OpenJob>(
  { chain, refreshMs = 30_000, sharesMax }: JobFeedOptions,
  openJobs: (options: JobRegistryOptions) => FamilyJobs<Template, Opened>,
): JobFeed<Opened> {
  const jobs = openJobs({
    ...(sharesMax === undefined ? {} : { sharesMax }),
    // A share is being judged, and the registry does not change meanwhile.
    onHalfFull: () => setImmediate(() => !closed && refresh()),
  });
  const { registry } = jobs;
  const listeners = new Set<(opened: Opened) => void>();
  let previousHash: Uint8Array | undefined;
  const times: { jobAt: number | undefined; tipAt: number | undefined } = {
    jobAt: undefined,
    tipAt: undefined,
  };
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  function open(template: BlockTemplate, isNew: boolean): void {
    if (!isOf(jobs.family, template))
      throw new Error(`chain ${template.chain} gives work of ${template.family}, not of ${jobs.family}`);
    const onSameBlock = previousHash !== undefined && isSame(previousHash, template.previousHash);
    const clean = !onSameBlock || (isNew && template.clean);
    ({ previousHash } = template);
    times.jobAt = Date.now();
    if (!onSameBlock) times.tipAt = times.jobAt;
    const job = jobs.open({ ...template, clean });
    refreshLater();
    for (const listener of listeners) listener(job);
  }

  /** Opens a job with the time and the difficulty of now; while the chain gives no work, shares of earlier ones are of no use. */
  function refresh(): void {
    const template = chain.template();
    if (template !== undefined) return open(template, false);
    registry.withdraw();
    previousHash = undefined;
    refreshLater();
  }

  function refreshLater(): void {
    clearTimeout(timer);
    timer = setTimeout(refresh, refreshMs);
    timer.unref();
  }

  const stop = chain.onTemplate((template) => open(template, true));
  if (registry.current === undefined) refresh();

  return {
    registry,
    times,
    get hasWork() {
      return chain.template() !== undefined;
    },
    onJob(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    blocksOf: (block) => jobs.blocksOf(block),
    renew: refresh,
    close() {
      closed = true;
      stop();
      clearTimeout(timer);
      listeners.clear();
    },
  };
}

function isOf<Template extends BlockTemplate>(
  family: Template['family'],
  template: BlockTemplate,
): template is Template {
  return template.family === family;
}

function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}
