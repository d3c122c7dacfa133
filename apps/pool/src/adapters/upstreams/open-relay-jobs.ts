import type { UpstreamJob } from '@openlode/stratum/upstream/client-dialect';
import type { KnownShares } from '@openlode/stratum/upstream/known-shares';
import { lateMs } from '@openlode/stratum/upstream/relay-rule';

/** A job as our miners know it. */
export interface RelayedJob<Work> {
  /** Ours: an upstream may give two jobs one name. */
  readonly id: string;
  readonly clean: boolean;
  readonly upstream: UpstreamJob<Work>;
}

/** A job that is known, as a share of it finds it. */
interface FoundJob<Work> {
  readonly job: RelayedJob<Work>;
  /** For how long it was closed when the share came; undefined where it was open. */
  readonly closedForMs: number | undefined;
  /** Whether it is too late now to send a share of it on. */
  readonly isOver: boolean;
}

interface Known<Work> {
  readonly job: RelayedJob<Work>;
  /** When a clean one came after it. */
  readonly closedAt: number | undefined;
}

/** With sixteen chains of Alephium the last four of each. */
const jobsMax = 64;

/** The jobs of one upstream connection for which shares still come. */
export class OpenRelayJobs<Work> {
  readonly #now: () => number;
  readonly #shares: Pick<KnownShares, 'openJob' | 'closeJob'>;
  readonly #known = new Map<string, Known<Work>>();
  #count = 0;

  constructor(now: () => number, shares: Pick<KnownShares, 'openJob' | 'closeJob'>) {
    this.#now = now;
    this.#shares = shares;
  }

  open(upstream: UpstreamJob<Work>): RelayedJob<Work> {
    if (upstream.clean)
      for (const [id, { job, closedAt = this.#now() }] of this.#known) this.#known.set(id, { job, closedAt });
    const job = { id: (++this.#count).toString(16), clean: upstream.clean, upstream };
    this.#known.set(job.id, { job, closedAt: undefined });
    this.#shares.openJob(upstream);
    for (const [oldest, { job: dropped }] of this.#known) {
      if (this.#known.size <= jobsMax) break;
      this.#known.delete(oldest);
      this.#shares.closeJob(dropped.upstream);
    }
    return job;
  }

  /** @param at when the share came, ms */
  find(id: string, at = this.#now()): FoundJob<Work> | undefined {
    const known = this.#known.get(id);
    if (known === undefined) return undefined;
    const { job, closedAt } = known;
    if (closedAt === undefined) return { job, closedForMs: undefined, isOver: false };
    return {
      job,
      closedForMs: closedAt > at ? undefined : at - closedAt,
      isOver: this.#now() - closedAt > lateMs,
    };
  }

  /** Whether no clean one has come after it. */
  isOpen(upstream: UpstreamJob<Work>): boolean {
    for (const { job, closedAt } of this.#known.values())
      if (job.upstream === upstream) return closedAt === undefined;
    return false;
  }

  clear(): void {
    for (const { job } of this.#known.values()) this.#shares.closeJob(job.upstream);
    this.#known.clear();
  }
}
