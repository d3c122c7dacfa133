import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import { isRecent, newestComparison } from '../payouts/lift-suspension.ts';
import { walletSilentSince } from '../payouts/suspensions.ts';
import { readMaintenance, type Maintenance } from '../payouts/maintenance.ts';
import { type OperationContext, judgeReason, recordDecision } from '../kernel/decision.ts';
import { knownNetwork } from './known-network.ts';

export type MaintainOutcome =
  | { readonly kind: 'done'; readonly network: string }
  | { readonly kind: 'malformed-message' }
  | { readonly kind: 'unknown-network' }
  | { readonly kind: 'not-under-maintenance' }
  /** Nothing of the last hour says that its wallet is away: it can be compared. */
  | { readonly kind: 'wallet-answers'; readonly network: string };

const messageLengthMax = 300;

export async function listMaintenance(ctx: Pick<OperationContext, 'db'>): Promise<Maintenance[]> {
  return readMaintenance(ctx.db);
}

/**
 * Closes a network for payouts, or leaves it to the daily run only, with a message for owners; or opens it again. Mining and
 * crediting go on. `abandoned` closes one whose wallet will never answer again: from then on payouts of its coins leave on their other
 * networks without its word, so what it has paid and the database does not know may be paid again there.
 */
export async function maintainNetwork(
  ctx: OperationContext,
  input: {
    readonly network: string;
    readonly mode: 'closed' | 'auto-only' | 'abandoned' | 'open';
    /** For owners; of an opening, why. */
    readonly message: string;
    /** For the log, where it is not the message. */
    readonly reason?: string;
  },
): Promise<MaintainOutcome> {
  const { mode } = input;
  const network = knownNetwork(input.network);
  if (network === undefined) return { kind: 'unknown-network' };
  const message = judgeReason(input.message);
  if (message === undefined || message.length > messageLengthMax) return { kind: 'malformed-message' };
  const reason = judgeReason(input.reason ?? message);
  if (reason === undefined) return { kind: 'malformed-message' };
  return ctx.db.transaction(async (tx) => {
    if (mode === 'abandoned' && !(await isWalletAway(tx, network, ctx.clock.now())))
      return { kind: 'wallet-answers', network };
    if (mode === 'open') {
      const opened = await tx.query(
        sql`DELETE FROM network_maintenance WHERE network = ${network} RETURNING network`,
      );
      if (opened.length === 0) return { kind: 'not-under-maintenance' };
    } else
      await tx.query(sql`
        INSERT INTO network_maintenance (network, mode, abandoned, message, since)
        VALUES (${network}, ${mode === 'abandoned' ? 'closed' : mode}, ${mode === 'abandoned'}, ${message},
                ${new Date(ctx.clock.now())})
        ON CONFLICT (network) DO UPDATE
          SET mode = excluded.mode, abandoned = excluded.abandoned, message = excluded.message`);
    await recordDecision(tx, ctx, { kind: `maintenance-${mode}`, subject: network, reason });
    return { kind: 'done', network };
  });
}

/**
 * For how long a wallet must have been silent, ms, where an earlier comparison has found a transaction that the database does not know:
 * one missed call does not mean that it is gone.
 */
const silenceMinMs = 3_600_000;

/**
 * Whether the wallet of a network is away: its network is suspended for its silence, or the newest comparison, made within the hour,
 * had no answer from it. Where an earlier comparison has found a transaction that the database does not know, a newer one must be
 * without an answer, and the silence must have lasted an hour.
 */
async function isWalletAway(tx: Transaction, network: string, now: number): Promise<boolean> {
  const silentSince = await walletSilentSince(tx, network);
  const [named] = await tx.query<{ after: bigint }>(sql`
    SELECT coalesce(after_comparison, 0) AS after FROM payout_suspensions
     WHERE network = ${network} AND reason = 'unknown-transaction' AND lifted_at IS NULL`);
  if (named === undefined && silentSince !== undefined) return true;
  const newest = await newestComparison(tx);
  if (newest?.unanswered.includes(network) !== true || !isRecent(newest, now)) return false;
  // It has named what it sent: only what that does is not known yet.
  if (newest.unread.includes(network)) return false;
  if (named === undefined) return true;
  return newest.id > named.after && silentSince !== undefined && now - silentSince >= silenceMinMs;
}
