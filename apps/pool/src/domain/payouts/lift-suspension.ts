import { findCoin } from '@openlode/catalogue/coins';
import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../runtime/database/database.ts';
import { publishDomainEvent } from '../kernel/domain-events.ts';
import { readAbandoned } from './maintenance.ts';
import {
  assetSuspension,
  comparedFirst,
  everyNetwork,
  logAction,
  type OperatorContext,
  suspendPayouts,
  type SuspensionReason,
} from './suspensions.ts';

/** A comparison counts for so long: what left after it is not in it. */
const comparisonMs = 3_600_000;

/**
 * Lifts one reason of a suspension: first the operator's own, then the automatic ones, the oldest first. Only called for an operator's
 * command, whose reason is stored. `acceptedShort`: what the wallet lacks now, in units of 10^-18. Only that much is accepted, because
 * part of the shortfall may have been made up since. If all networks were suspended, those whose wallets did not answer the comparison
 * stay suspended, each by itself, for the same reason.
 */
export async function liftSuspension(
  ctx: OperatorContext,
  network: string,
  why: string,
  { acceptedShort }: { readonly acceptedShort?: bigint } = {},
): Promise<'lifted' | 'not-suspended' | 'not-compared'> {
  const now = ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const [open] = await tx.query<OpenSuspension>(sql`
      SELECT id, reason, since, after_comparison FROM payout_suspensions WHERE network = ${network} AND lifted_at IS NULL
       ORDER BY reason = 'operator' DESC, id LIMIT 1 FOR UPDATE`);
    if (open === undefined) return 'not-suspended';
    const { id, reason } = open;
    if (comparedFirst.has(reason)) {
      const compared = await comparisonFor(tx, network, open, now);
      if (compared === undefined) return 'not-compared';
      await suspendUnanswered(tx, network, reason, compared, now);
    }
    await tx.query(sql`
      UPDATE payout_suspensions SET lifted_at = ${new Date(now)}, lifted_why = ${why} WHERE id = ${id}`);
    if (reason === 'wallet-short' && acceptedShort !== undefined)
      await lowerAcceptedShort(tx, network, acceptedShort);
    await logAction(tx, ctx, { action: 'lift', network, why });
    publishDomainEvent(tx, { event: 'suspension-lifted', network, reason, why });
    return 'lifted';
  });
}

/**
 * Suspends each network whose wallet did not answer the comparison: all such networks where all were suspended, and those of the asset
 * where an asset was (there only abandoned ones can be missing).
 */
async function suspendUnanswered(
  tx: Transaction,
  scope: string,
  reason: SuspensionReason,
  { unanswered, compared_at: at }: NewestComparison,
  now: number,
): Promise<void> {
  if (!coversSeveralNetworks(scope)) return;
  const own = scope === everyNetwork ? undefined : new Set(networksOfScope(scope));
  for (const network of unanswered.filter((each) => own?.has(each) ?? true)) {
    const detail = `its wallet did not answer when the others were compared (${at.toISOString().slice(0, 19)}Z) and lifted: when it answers, compare with the wallets (payouts compare), then lift this`;
    // A shortfall is one of an asset.
    const ownReason = reason === 'wallet-short' ? 'rolled-back' : reason;
    await suspendPayouts(tx, { network, reason: ownReason, detail }, now);
  }
}

/**
 * Lowers the accepted part of a lifted shortfall to what is missing now, so that a later shortfall, even of the same size, counts as a
 * new one.
 */
export async function lowerAcceptedShort(db: Queryable, network: string, short: bigint): Promise<void> {
  await db.query(sql`
    UPDATE payout_suspensions SET mark = ${short.toString()}
     WHERE network = ${network} AND reason = 'wallet-short' AND lifted_at IS NOT NULL
       AND mark::numeric > ${short.toString()}::numeric`);
}

interface OpenSuspension {
  readonly id: bigint;
  readonly reason: SuspensionReason;
  readonly since: Date;
  readonly after_comparison: bigint | null;
}

/** The newest comparison of wallets with the database, by network. */
export interface NewestComparison {
  readonly id: bigint;
  readonly compared_at: Date;
  readonly unknown: number;
  /** The networks whose wallets did not answer, and those that have sent what the database does not know. */
  readonly unanswered: readonly string[];
  readonly unknown_on: readonly string[];
  /** Of those without an answer, the ones whose wallet did answer, and named what no node explains. */
  readonly unread: readonly string[];
}

/** Whether a comparison is recent enough to count. One dated in the future was made by a clock that was ahead. */
export function isRecent({ compared_at: at }: Pick<NewestComparison, 'compared_at'>, now: number): boolean {
  const age = now - at.getTime();
  return age >= 0 && age <= comparisonMs;
}

export async function newestComparison(db: Queryable): Promise<NewestComparison | undefined> {
  const [newest] = await db.query<NewestComparison>(sql`
    SELECT id, compared_at, unknown, unanswered, unread, unknown_on FROM payout_comparisons ORDER BY id DESC LIMIT 1`);
  return newest;
}

/**
 * The newest comparison if it was made after this suspension, is recent, and found no unknown transaction in this scope; otherwise
 * undefined. A comparison dated in the future was made by a clock that was ahead and proves nothing about what left since. For the scope
 * of all networks, some may not have answered.
 */
async function comparisonFor(
  tx: Transaction,
  scope: string,
  { since, after_comparison: after }: OpenSuspension,
  now: number,
): Promise<NewestComparison | undefined> {
  const newest = await newestComparison(tx);
  if (newest === undefined || newest.id <= (after ?? 0n)) return undefined;
  if (!isRecent(newest, now)) return undefined;
  // The comparison must be newer than the suspension, unless a clock that was ahead dated the suspension: it could not be lifted before
  // that time otherwise.
  if (newest.compared_at < since && since.getTime() <= now) return undefined;
  return isCompared(newest, scope, await readAbandoned(tx)) ? newest : undefined;
}

/**
 * Whether every wallet of a scope has answered and sent nothing unknown. Of all networks, one that has not answered is left out; of an
 * asset, one that an operator has abandoned.
 */
function isCompared(
  { unknown, unanswered, unknown_on: unknownOn }: NewestComparison,
  scope: string,
  abandoned: ReadonlySet<string>,
): boolean {
  // Comparisons of earlier releases name no network.
  if (unknown > 0 && (unknownOn.length === 0 || scope === everyNetwork)) return false;
  const awaited = coversSeveralNetworks(scope)
    ? unanswered.filter((each) => !abandoned.has(each))
    : unanswered;
  const missing = new Set([...awaited, ...unknownOn]);
  return scope === everyNetwork || !networksOfScope(scope).some((network) => missing.has(network));
}

/** All networks, or those of an asset. */
function coversSeveralNetworks(scope: string): boolean {
  return scope === everyNetwork || scope.startsWith(assetSuspension(''));
}

function networksOfScope(scope: string): readonly string[] {
  const prefix = assetSuspension('');
  if (!scope.startsWith(prefix)) return [scope];
  return (findCoin(scope.slice(prefix.length))?.chains ?? []).map(({ network }) => network);
}
