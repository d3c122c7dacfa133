import sql from 'sql-template-tag';
import { EarlierFirst } from '../kernel/earlier-first.ts';
import { NotRegistered } from '../kernel/not-registered.ts';
import { WalletShort } from '../kernel/wallet-short.ts';
import type { Payout } from './payout.ts';
import type { PayoutContext } from './payout-context.ts';
import { errorText } from '../../runtime/error-text.ts';

export type SignFailure = 'wallet-short' | 'fee-over-cap' | 'unregistered' | 'failed';

/** The wallet is asked again after this long, then after twice as long, up to the longest wait. */
const firstWaitMs = 10_000;
const longestWaitMs = 300_000;

/** How long to wait before a wallet is asked to sign again, by the number of failed attempts. */
function signWaitMs(attempts: number): number {
  return Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(attempts - 1, 10));
}

/** Whether a wallet is asked again only later; a date beyond the longest wait is of a clock that was ahead. */
export function isDeferred({ nextSignAt }: Pick<Payout, 'nextSignAt'>, now: number): boolean {
  const wait = nextSignAt === null ? 0 : nextSignAt.getTime() - now;
  return wait > 0 && wait <= longestWaitMs;
}

export function failureOf(error: unknown): SignFailure {
  if (error instanceof NotRegistered) return 'unregistered';
  return error instanceof WalletShort ? 'wallet-short' : 'failed';
}

/** Keeps why payouts could not be signed, and when the wallet is asked for each of them again. */
export async function deferSigning(
  ctx: Pick<PayoutContext, 'db' | 'clock'>,
  payouts: readonly Pick<Payout, 'id' | 'signAttempts'>[],
  failure: SignFailure,
  error?: unknown,
): Promise<void> {
  for (const payout of payouts) await defer(ctx, payout, failure, error);
}

async function defer(
  ctx: Pick<PayoutContext, 'db' | 'clock'>,
  payout: Pick<Payout, 'id' | 'signAttempts'>,
  failure: SignFailure,
  error: unknown,
): Promise<void> {
  // A wallet that was not asked, because another call to it still hangs or an earlier payout comes first, has not refused: this is no further attempt.
  const isPaused = error instanceof Error && 'isPaused' in error && error.isPaused === true;
  const wasAsked = !isPaused && !(error instanceof EarlierFirst);
  const attempts = payout.signAttempts + (wasAsked ? 1 : 0);
  const next = new Date(ctx.clock.now() + (wasAsked ? signWaitMs(attempts) : firstWaitMs));
  const note = error === undefined ? sql`note` : sql`${messageOf(error)}`;
  await ctx.db.query(sql`
    UPDATE payouts SET sign_failure = ${failure}, sign_attempts = ${attempts}, next_sign_at = ${next}, note = ${note}
     WHERE id = ${payout.id} AND state = 'reserved' AND hold IS NULL`);
}

function messageOf(error: unknown): string {
  const words = errorText(error);
  return (error instanceof NotRegistered ? words : `the wallet did not sign: ${words}`).slice(0, 500);
}
