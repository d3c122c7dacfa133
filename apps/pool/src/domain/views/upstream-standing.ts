import { coinsPerBlock, type UnpaidWork } from './read-unpaid-work.ts';

/** How another pool that gives work stands, as JSON can carry it; times are milliseconds since 1970. */
export interface UpstreamStanding {
  readonly upstream: string;
  readonly algorithm: string;
  /** Null where it gives no work in this process, by the settings or because it is another one's. */
  readonly hasWork: boolean | null;
  readonly connections: number;
  /** Shares that were sent on since the process began. */
  readonly forwarded: number;
  /** How much of their work it has accepted, `98.75`; null before there was any. */
  readonly acceptedPercent: string | null;
  /** Shares that were not sent on, because it leaves too many unanswered. */
  readonly unsent: number;
  readonly lastIncomeAt: number | null;
  readonly unpaidSince: number | null;
  readonly usualIntervalMs: number | null;
  /** Coins for the work that finds a block on average: of its newest payment, and of those before it. */
  readonly newestPerBlock: string | null;
  readonly earlierPerBlock: string | null;
}

/** Shares of one pool, by what became of them. */
type Shares = Readonly<Record<string, { readonly shares: number; readonly work: bigint }>>;

/** @param live its connections in this process; undefined where it gives no work here */
export function standingOf(
  { upstream, algorithm, lastIncomeAt, unpaidSince, usualIntervalMs, newest, earlier }: UnpaidWork,
  live: { readonly hasWork: boolean; readonly connections: number; readonly counts: Shares } | undefined,
): UpstreamStanding {
  const { forwarded, accepted, unsent } = live?.counts ?? {};
  const sent = forwarded?.work ?? 0n;
  return {
    upstream,
    algorithm,
    hasWork: live?.hasWork ?? null,
    connections: live?.connections ?? 0,
    forwarded: forwarded?.shares ?? 0,
    acceptedPercent: sent === 0n ? null : percentOf(accepted?.work ?? 0n, sent),
    unsent: unsent?.shares ?? 0,
    lastIncomeAt: lastIncomeAt ?? null,
    unpaidSince: unpaidSince ?? null,
    usualIntervalMs: usualIntervalMs ?? null,
    newestPerBlock: coinsPerBlock(newest),
    earlierPerBlock: coinsPerBlock(earlier),
  };
}

function percentOf(part: bigint, whole: bigint): string {
  const hundredths = ((part * 10_000n) / whole).toString().padStart(3, '0');
  return `${hundredths.slice(0, -2)}.${hundredths.slice(-2)}`;
}
