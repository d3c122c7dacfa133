import { judgeTransaction } from '@openlode/ledger/judge-transaction';
import type { JudgedAttempt } from '@openlode/ledger/payout-attempts';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import type { InvalidationProof } from '../kernel/rail.ts';
import { requireRail } from '../kernel/rails.ts';
import { bookEntries } from '../ledger/book-entry.ts';
import { spendWords } from './end-prepared.ts';
import { askNodes } from './known-to-nodes.ts';
import { notifyProgress } from './announce-payout.ts';
import { orWords } from './signed-for.ts';
import { sendCancel, sendEveryMs } from './send-cancel.ts';
import { logAction, suspensionOf } from './suspensions.ts';
import { lockMinerOf } from './lock-miners.ts';
import type { Payout } from './payout.ts';
import { signings } from './signings.ts';
import type { PayoutContext } from './payout-context.ts';
import {
  feeEntries,
  moveTransaction,
  recordChainId,
  recordFee,
  takeUpTransaction,
} from './payout-transaction.ts';

/**
 * What a payout still waits for whose transaction can never be confirmed: another one that it was signed in before may be what excluded it,
 * and may have paid it. Undefined where there is none, or two nodes have ended it, or that payment is a payout by itself.
 */
export async function attemptAwaited(db: Queryable, payout: Payout): Promise<string | undefined> {
  const { id, coin, address, memo } = payout;
  const [open] = await db.query<{ txid: string }>(sql`
    SELECT txid FROM payout_attempts JOIN payout_transactions USING (txid)
     WHERE payout_id = ${id} AND txid <> ${payout.signed?.txid ?? ''} AND state <> 'invalidated' AND payees > 0
       AND NOT EXISTS (${payoutByItself({ coin, address, memo })})
     ORDER BY txid LIMIT 1`);
  if (open === undefined) return journalAwaited(db, payout);
  return `two nodes to end ${open.txid}, in which it was signed before, or an operator to adopt it (${spendWords})`;
}

/** The same of what a journal has for it and this database does not know: a copy that was put back may lack what paid it. */
async function journalAwaited(db: Queryable, { id }: Payout): Promise<string | undefined> {
  const [line] = await db.query<{ txid: string }>(sql`
    SELECT line.txid FROM payout_journal AS line JOIN payouts ON payouts.id = line.payout
     WHERE line.payout = ${id} AND (line.coin, line.network, line.address, line.memo, line.amount)
           = (payouts.coin, payouts.network, payouts.address, payouts.memo, payouts.amount)
       AND NOT EXISTS (SELECT 1 FROM operator_decisions WHERE kind = 'disregard-transaction' AND subject = line.txid)
       AND NOT EXISTS (SELECT 1 FROM ${signings}
                        WHERE (signing.txid, signing.coin, signing.address, signing.memo) = (line.txid, line.coin, line.address, line.memo))
     ORDER BY position LIMIT 1`);
  return line && `an operator: a journal has ${line.txid} for it, which may have paid it (payouts adopt)`;
}

/** A payout that was adopted from the attempt of the row. */
function payoutByItself({ coin, address, memo }: Pick<Payout, 'coin' | 'address' | 'memo'>): Sql {
  return sql`SELECT 1 FROM payouts AS other
              WHERE (other.txid, other.coin, other.address, other.memo) = (payout_attempts.txid, ${coin}, ${address}, ${memo})
                AND other.state <> 'released'`;
}

/** What nodes say of everything that pays a payout beside the transaction that it has; asks nothing where there is nothing. */
export async function judgeAttempts(
  { db, rails }: Pick<PayoutContext, 'db' | 'rails'>,
  { id, coin, network, address, memo, signed, hasAttempts, confirmationsNeeded }: Payout,
): Promise<readonly JudgedAttempt[]> {
  if (!hasAttempts || signed === null) return [];
  const others = await db.query<{ txid: string; proof: InvalidationProof }>(sql`
    SELECT txid, proof FROM payout_attempts JOIN payout_transactions USING (txid)
     WHERE payout_id = ${id} AND txid <> ${signed.txid} AND payees > 0 AND NOT EXISTS (${payoutByItself({ coin, address, memo })})
     ORDER BY replaced_at DESC, txid`);
  const rail = requireRail(rails, network);
  return Promise.all(
    others.map(async ({ txid, proof }) => {
      const answers = await orWords(rail.lookUp(network, txid, proof));
      if (!('why' in answers)) return { txid, judged: judgeTransaction(answers, confirmationsNeeded) };
      const silent = judgeTransaction([], confirmationsNeeded);
      return { txid, judged: { ...silent, unresolved: `${txid} cannot be asked for: ${answers.why}` } };
    }),
  );
}

/**
 * Gives a payout the attempt that its chain has executed; the one that it had becomes one of those before. From there on it goes its way by
 * that one. False where another process has moved it meanwhile.
 */
export async function takeAttempt(ctx: PayoutContext, payout: Payout, txid: string): Promise<boolean> {
  const { id, state, signed } = payout;
  if (signed === null) return false;
  const at = ctx.clock.now();
  const taken = await ctx.db.transaction(async (tx) => {
    await lockMinerOf(tx, payout);
    const same = await tx.query(
      sql`SELECT 1 FROM payouts WHERE id = ${id} AND state = ${state} AND txid = ${signed.txid} FOR UPDATE`,
    );
    if (same.length === 0) return false;
    await tx.query(sql`
      INSERT INTO payout_attempts (payout_id, txid, replaced_at) VALUES (${id}, ${signed.txid}, ${new Date(at)})
      ON CONFLICT DO NOTHING`);
    await takeUpTransaction(tx, txid, at);
    await tx.query(sql`
      UPDATE payouts SET txid = ${txid}, verdict = NULL, verdict_at = NULL, awaited = NULL, next_sign_at = NULL WHERE id = ${id}`);
    const why = `its chain has ${txid}, which was signed for it as well`;
    await logAction(tx, { ...ctx, actor: 'openlode' }, { action: 'switch', payout: id, why });
    tx.afterCommit(() => void notifyProgress(ctx, id).catch(() => undefined));
    // Its fee was booked when it settled: what the other one took instead is not booked once more.
    if (state === 'settled') {
      await moveTransaction(tx, txid, 'final', at);
      await moveTransaction(tx, signed.txid, 'invalidated', at);
    }
    return true;
  });
  if (taken) crashPoint('payout-attempt-taken');
  return taken;
}

/** Gives a payout that was released the attempt that nodes know after all, whose end they had proved before. */
export async function nameAttempt(
  ctx: Pick<PayoutContext, 'db' | 'clock'>,
  { id, signed }: Payout,
  txid: string,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await tx.query(sql`SELECT 1 FROM payouts WHERE id = ${id} FOR UPDATE`);
    await tx.query(sql`
      INSERT INTO payout_attempts (payout_id, txid, replaced_at) VALUES (${id}, ${signed?.txid}, ${new Date(ctx.clock.now())})
      ON CONFLICT DO NOTHING`);
    await tx.query(sql`
      UPDATE payouts SET txid = ${txid} WHERE id = ${id} AND state = 'released' AND txid = ${signed?.txid}`);
  });
}

/** The networks on which there are transactions that are not over and that no payout has any more. */
export async function networksOfAttempts(db: Queryable): Promise<readonly string[]> {
  const rows = await db.query<{ network: string }>(sql`
    SELECT DISTINCT network FROM payout_transactions WHERE ${isLoose} ORDER BY network`);
  return rows.map(({ network }) => network);
}

const isLoose = sql`payout_transactions.state IN ('signed', 'sent')
  AND NOT EXISTS (SELECT 1 FROM payouts WHERE payouts.txid = payout_transactions.txid AND payouts.state <> 'released')
  AND EXISTS (SELECT 1 FROM payout_attempts WHERE payout_attempts.txid = payout_transactions.txid)`;

/**
 * Ends transactions of a network that no payout has any more, where two nodes have said for half a minute what became of them: those that
 * can never be confirmed, and what they claimed is free then, or another one's; and those that cancel others, once they are final. Until
 * then these are sent as long as no node has them. What one took from the pool is booked, also of what was executed and undone.
 */
export async function endAttempts(
  ctx: PayoutContext,
  network: string,
  onError: (payout: bigint, error: unknown) => void,
): Promise<void> {
  const open = await ctx.db.query<LooseTransaction & { readonly id: bigint }>(sql`
    SELECT txid, proof, bytes, payees, last_sent_at AS "lastSentAt", attempt.coin, attempt.id
      FROM payout_transactions CROSS JOIN LATERAL (
        SELECT payouts.coin, payouts.id FROM payout_attempts JOIN payouts ON payouts.id = payout_id
         WHERE payout_attempts.txid = payout_transactions.txid ORDER BY payout_id LIMIT 1) AS attempt
     WHERE payout_transactions.network = ${network} AND ${isLoose}
     ORDER BY txid`);
  for (const { id, ...each } of open) {
    try {
      await endAttempt(ctx, network, each);
    } catch (error) {
      onError(id, error);
    }
  }
}

interface LooseTransaction {
  readonly txid: string;
  readonly proof: InvalidationProof;
  readonly bytes: Uint8Array;
  readonly payees: number;
  readonly lastSentAt: Date | null;
  readonly coin: string;
}

async function endAttempt(ctx: PayoutContext, network: string, attempt: LooseTransaction): Promise<void> {
  const { txid, proof, coin, payees } = attempt;
  const { evidence, fee, unresolved, as } = await askNodes(ctx.rails, { network, coin, txid, proof });
  const now = ctx.clock.now();
  const needed = requireRail(ctx.rails, network).terms(coin, network).confirmationsNeeded;
  const isFinal = payees === 0 && evidence.kind === 'confirmed' && evidence.confirmations >= needed;
  const state =
    evidence.kind === 'invalidated'
      ? evidence.kind
      : isFinal && unresolved === undefined
        ? 'final'
        : undefined;
  if (payees === 0 && evidence.kind === 'absent') await sendCancelAgain(ctx, network, attempt);
  if (!ctx.verdicts.hasStood(`attempt ${txid}`, state && `${state} ${fee}`, now) || state === undefined)
    return;
  await ctx.db.transaction(async (tx) => {
    // A payout may have it again by now: then that says what becomes of it.
    const loose = await tx.query(
      sql`SELECT 1 FROM payout_transactions WHERE txid = ${txid} AND ${isLoose} FOR UPDATE`,
    );
    if (loose.length === 0) return;
    await moveTransaction(tx, txid, state, now);
    await recordFee(tx, txid, fee);
    await recordChainId(tx, txid, as);
    if (fee > 0n) await bookEntries(tx, await feeEntries(tx, txid, now));
  });
  crashPoint('payout-attempt-ended');
}

async function sendCancelAgain(
  ctx: PayoutContext,
  network: string,
  { txid, bytes, coin, lastSentAt }: LooseTransaction,
): Promise<void> {
  // A clock that was ahead may have dated the last send.
  if (Math.abs(ctx.clock.now() - (lastSentAt?.getTime() ?? 0)) < sendEveryMs) return;
  if ((ctx.payoutBlockReason() ?? (await suspensionOf(ctx.db, { coin, network }))) !== undefined) return;
  await sendCancel(ctx, { network, txid, bytes });
}
