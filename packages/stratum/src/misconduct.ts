import { type Bucket, type BucketRules, fullBucket, giveTokens, takeTokens } from './token-bucket.ts';

/** What a source is held to account for, with what each costs of its patience. */
export const offenceCosts = {
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

export type Offence = keyof typeof offenceCosts;

/** Ten minutes wear off what was done; an honest share makes up for a mistake, so a farm outweighs its one broken machine. */
export const patience: BucketRules = { perSecond: 1000 / 600, burst: 1000 };

const honestShare = 1;

export const banMs = 600_000;

/** Until when a source is refused, and for what. */
export interface Ban {
  readonly until: number;
  readonly reason: Offence;
}

export function newPatience(now: number): Bucket {
  return fullBucket(patience, now);
}

/** The ban that an offence leads to, undefined while there is patience left. `rules` are those of a whole network where it is judged. */
export function judgeOffence(
  left: Bucket,
  offence: Offence,
  now: number,
  rules: BucketRules = patience,
): Ban | undefined {
  if (takeTokens(left, rules, offenceCosts[offence], now)) return undefined;
  return { until: now + banMs, reason: offence };
}

export function creditShare(left: Bucket, now: number): void {
  giveTokens(left, patience, honestShare, now);
}

/** How much of a source's patience is used up: 0 for nothing. */
export function misconductOf(left: Bucket): number {
  return patience.burst - left.tokens;
}

const banReasons: Readonly<Record<Offence, string>> = {
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
