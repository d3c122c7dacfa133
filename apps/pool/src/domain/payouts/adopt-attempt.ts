import { firstBeside } from '@openlode/ledger/payout-attempts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import { recordDecision } from '../kernel/decision.ts';
import type { JournalLine } from '../kernel/payout-journal.ts';
import type { DecodedPayment } from '../kernel/rail.ts';
import { requireRail } from '../kernel/rails.ts';
import { storeLines } from './check-journal.ts';
import { lockMinerOf } from './lock-miners.ts';
import { type Payout, selectPayouts } from './payout.ts';
import type { PayoutContext } from './payout-context.ts';
import { storeTransaction } from './payout-transaction.ts';

type Context = Pick<PayoutContext, 'db' | 'clock' | 'rails'> & { readonly actor: string };

/**
 * Adopts a transaction as another one of a payout that is under way: it makes the same payment for the same payout, and shares a claim with
 * everything that the payout was signed in, as where a copy of the database lacks a dearer one. At most one of them is confirmed, and
 * that pays. Undefined where there is no such payout.
 */
export async function adoptAttempt(
  ctx: Context,
  {
    line,
    decoded,
    payees,
    hasLeft,
    reason,
  }: {
    readonly line: JournalLine;
    readonly decoded: DecodedPayment;
    readonly payees: number;
    readonly hasLeft: boolean;
    readonly reason: string;
  },
): Promise<{ kind: 'adopted'; payout: bigint; fromPool: bigint; held: []; isAttempt: true } | undefined> {
  const { txid, network, bytes, proof } = line;
  return ctx.db.transaction(async (tx) => {
    const found = await findUnderWay(tx, line);
    if (found === undefined) return undefined;
    await lockMinerOf(tx, found);
    await tx.query(sql`SELECT 1 FROM payouts WHERE id = ${found.id} FOR UPDATE`);
    const payout = await findUnderWay(tx, line);
    if (payout === undefined || firstBeside(decoded.claims, await readSigned(tx, payout)) !== undefined)
      return undefined;
    const at = ctx.clock.now();
    const { resend } = requireRail(ctx.rails, network);
    await storeTransaction(
      tx,
      { network, txid, bytes, proof, payees, decoded },
      { state: hasLeft ? 'sent' : 'signed', at, mayHaveLeft: true, resend },
    );
    await tx.query(sql`
      INSERT INTO payout_attempts (payout_id, txid, replaced_at) VALUES (${payout.id}, ${txid}, ${new Date(at)})
      ON CONFLICT DO NOTHING`);
    // What only a wallet knows is no line of a journal yet.
    await storeLines(tx, [{ ...line, payout: payout.id }], 'chain');
    await recordDecision(tx, ctx, { kind: 'adopt-payout', subject: `${payout.id}: ${txid}`, reason });
    return { kind: 'adopted', payout: payout.id, fromPool: 0n, held: [], isAttempt: true };
  });
}

/** The payout that the line names, or the only one that it can mean, while its chain has not decided it. */
async function findUnderWay(db: Queryable, line: JournalLine): Promise<Payout | undefined> {
  const { payout, network, coin, address, memo, amount } = line;
  const found = await selectPayouts(
    db,
    sql`WHERE state IN ('prepared', 'broadcasting', 'manual_review', 'seen')
          AND (payouts.network, payouts.coin, payouts.address, payouts.memo, amount) = (${network}, ${coin}, ${address}, ${memo}, ${amount})
          AND ${payout}::bigint IN (payouts.id, 0) ORDER BY payouts.id LIMIT 2`,
  );
  return found.length === 1 ? found[0] : undefined;
}

/** Everything that a payout was signed in. */
function readSigned(db: Queryable, { id }: Payout) {
  return db.query<{ txid: string; claims: string[] }>(sql`
    SELECT txid, ARRAY(SELECT claim FROM payout_claims AS own WHERE own.txid = signed.txid) AS claims
      FROM payout_transactions AS signed
     WHERE txid IN (SELECT payouts.txid FROM payouts WHERE payouts.id = ${id}
                     UNION SELECT attempt.txid FROM payout_attempts AS attempt WHERE payout_id = ${id})`);
}
