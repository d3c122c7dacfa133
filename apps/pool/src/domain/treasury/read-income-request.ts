import { unitsOf } from '@openlode/catalogue/chain-units';
import { parseAmount, roundDownTo } from '@openlode/money/amount';
import { judgeReason } from '../kernel/decision.ts';
import type { OutputName } from '../kernel/arrivals.ts';
import type { UpstreamTerms } from '../kernel/upstream-terms.ts';
import { readInstant } from '../policy/read-instant.ts';
import { bareReference } from './bare-reference.ts';

/** A payment of another pool, as an operator types it. */
export interface IncomeRequest {
  readonly upstream: string;
  /** Decimal text, in whole coins. */
  readonly amount: string;
  /** What paid it: an output, `txid:vout`, or an exchange and what that calls its deposit, `kraken:FTQcuak-V6Za8q`. Credited once. */
  readonly reference: string;
  /** The work before it is what was paid for: an instant in ISO 8601. Left out for a further payment alone. */
  readonly until?: string;
  /** Another payment for the work that the newest one covered. */
  readonly further?: boolean;
  /** Why it is right although it is more than the settings expect of one payment. Kept for ever. */
  readonly overCap?: string;
  /** Why it is right although a block took many times more at one time of its work than at another. Kept for ever. */
  readonly despiteDifficulty?: string;
  readonly reason: string;
}

/** Where the money is: an output in a wallet of the pool, or a deposit in its account at an exchange. */
export type IncomeSource =
  | { readonly kind: 'output'; readonly name: OutputName }
  | { readonly kind: 'deposit'; readonly place: string; readonly record: string };

/** The same, as far as it can be read by itself. */
export interface ReadIncome {
  readonly upstream: UpstreamTerms;
  readonly amount: bigint;
  readonly reference: string;
  readonly paidBy: IncomeSource;
  readonly until: number;
  readonly further: boolean;
  readonly overCap: string | undefined;
  readonly despiteDifficulty: string | undefined;
  readonly reason: string;
}

export type MalformedIncome =
  | { readonly kind: 'unknown-upstream'; readonly known: readonly string[] }
  | { readonly kind: 'malformed-reference' }
  | { readonly kind: 'malformed-reason' }
  | { readonly kind: 'malformed-amount'; readonly decimals: number }
  | { readonly kind: 'malformed-until' };

/** The highest number that an output of a transaction can have. */
const outputMax = 2n ** 32n - 1n;

/** @param now ms */
export function readIncomeRequest(
  upstreams: readonly UpstreamTerms[],
  request: IncomeRequest,
  now: number,
): ReadIncome | MalformedIncome {
  const upstream = upstreams.find(({ name }) => name === request.upstream);
  if (upstream === undefined) return { kind: 'unknown-upstream', known: upstreams.map(({ name }) => name) };
  const named = readReference(request.reference);
  if (named === undefined) return { kind: 'malformed-reference' };
  const reason = judgeReason(request.reason);
  const [overCap, despiteDifficulty] = [request.overCap, request.despiteDifficulty].map((text) =>
    text === undefined ? undefined : (judgeReason(text) ?? ''),
  );
  if (reason === undefined || overCap === '' || despiteDifficulty === '') return { kind: 'malformed-reason' };
  const decimals = unitsOf(upstream.coin, upstream.network)?.decimals ?? 0;
  const amount = /^\d{1,30}(\.\d{1,18})?$/.test(request.amount) ? parseAmount(request.amount) : 0n;
  if (amount <= 0n || roundDownTo(decimals, amount) !== amount) return { kind: 'malformed-amount', decimals };
  const further = request.further === true;
  // Of a further payment the work is fixed already.
  const until = request.until === undefined ? (further ? now : undefined) : readTime(request.until);
  if (until === undefined || until > now) return { kind: 'malformed-until' };
  return { upstream, amount, ...named, until, further, overCap, despiteDifficulty, reason };
}

/** Undefined for a text that names neither an output nor a deposit at an exchange. */
function readReference(text: string): Pick<ReadIncome, 'reference' | 'paidBy'> | undefined {
  const reference = bareReference(text);
  if (/^[0-9a-f]{64}:(?:0|[1-9][0-9]{0,9})$/.test(reference)) {
    const output = BigInt(reference.slice(65));
    if (output > outputMax) return undefined;
    return {
      reference,
      paidBy: { kind: 'output', name: { txid: reference.slice(0, 64), output: Number(output) } },
    };
  }
  // What an exchange calls a deposit is its own: small and capital letters of it are two.
  const [, place, record] = /^([a-z][a-z0-9-]{0,30}):([A-Za-z0-9_-]{1,100})$/.exec(text.trim()) ?? [];
  if (place === undefined || record === undefined) return undefined;
  return { reference: `${place}:${record}`, paidBy: { kind: 'deposit', place, record } };
}

/** A time with its zone; a date alone would be another one for another reader. */
function readTime(text: string): number | undefined {
  return text.includes('T') ? readInstant(text) : undefined;
}
