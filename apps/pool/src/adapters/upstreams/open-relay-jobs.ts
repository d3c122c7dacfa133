import type { UpstreamJob } from '@openlode/stratum/upstream/client-dialect';
import type { KnownShares } from '@openlode/stratum/upstream/known-shares';
import { lateMs } from '@openlode/stratum/upstream/relay-rule';

/** A job that is known, as a share of it finds it. */
interface FoundJob<Work> {
  readonly job: UpstreamJob<Work>;
  /** For how long it was closed when the share came; undefined where it was open. */
  readonly closedForMs: number | undefined;
  /** Whether it is too late now to send a share of it on. */
  readonly isOver: boolean;
}

interface Known<Work> {
  readonly job: UpstreamJob<Work>;
  /** When a clean one came after it. */
  readonly closedAt: number | undefined;
}

/** With sixteen chains of Alephium the last four of each. */
const jobsMax = 64;

/** The jobs of one upstream connection for which shares still come. Known by identity: an upstream may give two of them one name. */
export class OpenRelayJobs<Work> {
  readonly #now: () => number;
  readonly #shares: Pick<KnownShares, 'openJob' | 'closeJob'>;
  readonly #known = new Map<UpstreamJob, Known<Work>>();

  constructor(now: () => number, shares: Pick<KnownShares, 'openJob' | 'closeJob'>) {
    this.#now = now;
    this.#shares = shares;
  }

  open(opened: UpstreamJob<Work>): void {
    if (opened.clean)
      for (const { job, closedAt = this.#now() } of this.#known.values())
        this.#known.set(job, { job, closedAt });
    this.#known.set(opened, { job: opened, closedAt: undefined });
    this.#shares.openJob(opened);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= jobsMax) break;
      this.#known.delete(oldest);
      this.#shares.closeJob(oldest);
    }
  }

  /** @param at when the share came, ms */
  find(of: UpstreamJob, at = this.#now()): FoundJob<Work> | undefined {
    const known = this.#known.get(of);
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
  isOpen(job: UpstreamJob): boolean {
    const known = this.#known.get(job);
    return known !== undefined && known.closedAt === undefined;
  }

  clear(): void {
    for (const job of this.#known.keys()) this.#shares.closeJob(job);
    this.#known.clear();
  }
}
