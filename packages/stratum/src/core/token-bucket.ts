/** A budget that refills evenly. */
export interface BucketRules {
  readonly perSecond: number;
  /** What is there at the start, and the most that there ever is. */
  readonly burst: number;
}

/** Changed in place: one lies on the way of every message. */
export interface Bucket {
  tokens: number;
  /** When `tokens` was right, in ms. */
  at: number;
}

export function fullBucket(rules: BucketRules, now: number): Bucket {
  return { tokens: rules.burst, at: now };
}

/** Takes `cost` tokens if that many are available; otherwise takes none and answers false. A clock that goes back refills nothing. */
export function takeTokens(bucket: Bucket, rules: BucketRules, cost: number, now: number): boolean {
  refill(bucket, rules, now);
  if (bucket.tokens < cost) return false;
  bucket.tokens -= cost;
  return true;
}

/**
 * Takes what was used already, also more than there is; a negative cost gives tokens back. Answers whether the
 * bucket is out of debt.
 */
export function drawTokens(bucket: Bucket, rules: BucketRules, cost: number, now: number): boolean {
  refill(bucket, rules, now);
  bucket.tokens = Math.min(rules.burst, bucket.tokens - cost);
  return bucket.tokens >= 0;
}

/** Gives tokens back, never beyond the burst. */
export function giveTokens(bucket: Bucket, rules: BucketRules, count: number, now: number): void {
  refill(bucket, rules, now);
  bucket.tokens = Math.min(rules.burst, bucket.tokens + count);
}

/** Whether everything is there that ever is: such a bucket says nothing about its owner. */
export function isFull(bucket: Bucket, rules: BucketRules, now: number): boolean {
  refill(bucket, rules, now);
  return bucket.tokens >= rules.burst;
}

/** Makes `bucket` no fuller than `other`, each measured by its own burst, both as they are now. */
export function drainTo(
  bucket: Bucket,
  rules: BucketRules,
  other: Bucket,
  otherRules: BucketRules,
  now: number,
): void {
  refill(bucket, rules, now);
  refill(other, otherRules, now);
  bucket.tokens = Math.min(bucket.tokens, (other.tokens / otherRules.burst) * rules.burst);
}

function refill(bucket: Bucket, rules: BucketRules, now: number): void {
  if (now > bucket.at) {
    bucket.tokens = Math.min(rules.burst, bucket.tokens + ((now - bucket.at) / 1000) * rules.perSecond);
  }
  bucket.at = now;
}
