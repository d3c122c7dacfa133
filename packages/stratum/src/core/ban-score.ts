import { type Bucket, type BucketRules, fullBucket, giveTokens, takeTokens } from './token-bucket.ts';

/** Protocol violations, with the ban score of each. A source is banned when its score exceeds 1000. */
export const violationCosts = {
  'not-stratum': 20,
  'malformed-messages': 50,
  'endless-line': 100,
  'refused-login': 10,
  'too-fast': 5,
  'byte-flood': 100,
  'no-share': 5,
  'malformed-share': 5,
  'light-share': 2,
  'repeated-share': 2,
} as const;

export type Violation = keyof typeof violationCosts;

/** What is left until the ban. It refills in ten minutes, and by each accepted share: a farm outweighs its one broken machine. */
export const violationAllowance: BucketRules = { perSecond: 1000 / 600, burst: 1000 };

const honestShare = 1;

export const banMs = 600_000;

/** Until when a source is refused, and for what. */
export interface Ban {
  readonly until: number;
  readonly reason: Violation;
}

export function newBanScore(now: number): Bucket {
  return fullBucket(violationAllowance, now);
}

/**
 * The ban that a violation leads to; undefined while the allowance covers it. A network is judged with larger `rules`; `cost` is given
 * where it depends on more than the kind of the violation.
 */
export function judgeViolation(
  left: Bucket,
  violation: Violation,
  now: number,
  rules: BucketRules = violationAllowance,
  cost: number = violationCosts[violation],
): Ban | undefined {
  if (takeTokens(left, rules, cost, now)) return undefined;
  return { until: now + banMs, reason: violation };
}

/** Of the allowance, for each ms that a share was verified for nothing: a source may waste two seconds in ten minutes. */
const costOfWastedMs = 0.5;
/** Of one share, however slow the machine is. */
const wasteMax = 50;

/** What it costs its source that a share was verified and is none. */
export function costOfWaste(violation: Violation, ms: number): number {
  return Math.max(violationCosts[violation], Math.min(wasteMax, ms * costOfWastedMs));
}

export function creditShare(left: Bucket, now: number): void {
  giveTokens(left, violationAllowance, honestShare, now);
}

/** The ban score of a source, from 0 (no violations) to 1000. */
export function banScoreOf(left: Bucket): number {
  return violationAllowance.burst - left.tokens;
}

const banReasons: Readonly<Record<Violation, string>> = {
  'not-stratum': 'this is a mining port and something else was spoken',
  'malformed-messages': 'too many malformed messages',
  'endless-line': 'lines longer than 8 KiB',
  'refused-login': 'too many refused logins',
  'too-fast': 'too many messages a second',
  'byte-flood': 'too many bytes a second',
  'no-share': 'too many connections without an accepted share',
  'malformed-share': 'too many malformed shares',
  'light-share': 'too many low difficulty shares',
  'repeated-share': 'too many duplicate shares',
};

/** What the miner reads: why, and until when (UTC). ASCII, and nothing that a stranger typed. */
export function banText(ban: Ban): string {
  return `Banned until ${new Date(ban.until).toISOString().slice(0, 19)}Z: ${banReasons[ban.reason]}`;
}
