import type { JobsLast, UpstreamJob } from '@openlode/stratum/upstream/client-dialect';
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
  /** How many jobs its pool had said by then. */
  readonly number: number;
  readonly openedAt: number;
  /** When the next one was opened. */
  followedAt: number | undefined;
  /** When a clean one came after it, or as many others as end it. */
  closedAt: number | undefined;
}

/** With sixteen chains of Alephium the last four of each. */
const jobsMax = 64;

/** The jobs of one upstream connection for which shares still come. Known by identity: an upstream may give two of them one name. */
export class OpenRelayJobs<Work> {
  readonly #now: () => number;
  readonly #shares: Pick<KnownShares, 'openJob' | 'closeJob'>;
  readonly #last: JobsLast | undefined;
  readonly #known = new Map<UpstreamJob, Known<Work>>();
  #heard = 0;
  #newest: Known<Work> | undefined;

  /** @param last how long jobs are open where they do not say that those before them are over; left out where they do */
  constructor(now: () => number, shares: Pick<KnownShares, 'openJob' | 'closeJob'>, last?: JobsLast) {
    this.#now = now;
    this.#shares = shares;
    this.#last = last;
  }

  /** The upstream has said one more job, whether it is given to miners or not. */
  hear(): void {
    this.#heard += 1;
    if (this.#last === undefined) return;
    for (const known of this.#known.values())
      if (this.#heard - known.number >= this.#last.followers) known.closedAt ??= this.#now();
  }

  /** The newest one that was heard of is given to miners. */
  open(opened: UpstreamJob<Work>): void {
    const now = this.#now();
    if (opened.clean) for (const known of this.#known.values()) known.closedAt ??= now;
    if (this.#newest !== undefined) this.#newest.followedAt = now;
    const known = {
      job: opened,
      number: this.#heard,
      openedAt: now,
      followedAt: undefined,
      closedAt: undefined,
    };
    this.#newest = known;
    this.#known.set(opened, known);
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
    const { job } = known;
    const closedAt = this.#closedAt(known);
    if (closedAt === undefined) return { job, closedForMs: undefined, isOver: false };
    return {
      job,
      closedForMs: closedAt > at ? undefined : at - closedAt,
      isOver: this.#now() - closedAt > lateMs,
    };
  }

  /** Whether shares of it are not late. */
  isOpen(job: UpstreamJob): boolean {
    const known = this.#known.get(job);
    return known !== undefined && this.#closedAt(known) === undefined;
  }

  clear(): void {
    for (const job of this.#known.keys()) this.#shares.closeJob(job);
    this.#known.clear();
    this.#newest = undefined;
  }

  #closedAt({ openedAt, followedAt, closedAt }: Known<Work>): number | undefined {
    if (closedAt !== undefined || followedAt === undefined || this.#last === undefined) return closedAt;
    const end = Math.max(openedAt + this.#last.ms, followedAt);
    return end <= this.#now() ? end : undefined;
  }
}
