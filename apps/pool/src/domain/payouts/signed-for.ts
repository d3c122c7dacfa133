import type { SignedAttempt } from '@openlode/ledger/payout-attempts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import type { InvalidationProof, Rail } from '../kernel/rail.ts';
import type { Payout, Signed } from './payout.ts';
import { errorText } from '../../runtime/error-text.ts';

/** A transaction as it is stored, with what it claims. */
type StoredAttempt = SignedAttempt & Pick<Signed, 'bytes' | 'proof'>;

/** Everything that was signed for a payout, and for those that its transaction pays besides, with what cancels them. */
export async function readSignedFor(
  db: Queryable,
  { id, signed }: Payout,
): Promise<readonly StoredAttempt[]> {
  return db.query<{ txid: string; bytes: Uint8Array; proof: InvalidationProof; claims: string[] }>(sql`
    SELECT txid, bytes, proof, ARRAY(SELECT claim FROM payout_claims AS own WHERE own.txid = signed.txid) AS claims
      FROM payout_transactions AS signed
     WHERE txid = ${signed?.txid ?? null} OR state <> 'invalidated' AND txid IN (
       SELECT attempt.txid FROM payout_attempts AS attempt
        WHERE payout_id = ${id} OR payout_id IN (SELECT payouts.id FROM payouts WHERE payouts.txid = ${signed?.txid ?? null}))
     ORDER BY txid`);
}

/**
 * The first of these of which a node says that it is in a block, or can never be confirmed; undefined where none does. Rejects where no node
 * can be asked.
 */
export async function isOnChain(
  rail: Rail,
  network: string,
  attempts: readonly StoredAttempt[],
): Promise<string | undefined> {
  for (const { txid, proof } of attempts) {
    const answers = await rail.lookUp(network, txid, proof);
    if (answers.some(({ status }) => ['confirmed', 'invalidated', 'unclear'].includes(status.kind)))
      return txid;
  }
  return undefined;
}

/** What a rail answers; where it cannot now, why not, for the operator. */
export function orWords<T>(answer: Promise<T>): Promise<T | { readonly why: string }> {
  return answer.catch((error: unknown) => ({ why: errorText(error) }));
}
