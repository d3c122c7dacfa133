import { type Bucket, fullBucket, takeTokens } from '@openlode/stratum/core/token-bucket';
import type { UpstreamJob } from '@openlode/stratum/upstream/client-dialect';

/** Every job goes to every miner of a connection: an upstream that has more to say is heard four times a second. */
const pace = { perSecond: 4, burst: 4 };
const lookMs = 250;

/** Hands on the jobs of a connection at a bearable pace: of those that come too fast the newest, so for dialects with one chain. */
export class JobPace<Work> {
  readonly #now: () => number;
  readonly #onJob: (job: UpstreamJob<Work>) => void;
  readonly #bucket: Bucket;
  #held: UpstreamJob<Work> | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param now ms that never go back */
  constructor(now: () => number, onJob: (job: UpstreamJob<Work>) => void) {
    this.#now = now;
    this.#onJob = onJob;
    this.#bucket = fullBucket(pace, now());
  }

  offer(job: UpstreamJob<Work>): void {
    // What one that is left out would have closed, the next one closes.
    this.#held = this.#held?.clean === true && !job.clean ? { ...job, clean: true } : job;
    if (this.#timer === undefined) this.#look();
  }

  /** The connection is over, and what was held back with it. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#held = undefined;
  }

  #look(): void {
    const job = this.#held;
    if (job === undefined) return;
    if (takeTokens(this.#bucket, pace, 1, this.#now())) {
      this.#held = undefined;
      this.#onJob(job);
      return;
    }
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#look();
    }, lookMs);
    this.#timer.unref();
  }
}
