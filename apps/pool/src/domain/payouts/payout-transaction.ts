import { type ExchangeSource, networkFeeEntry } from '@openlode/ledger/payout-entries';
import type { Entry } from '@openlode/ledger/posting';
import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../runtime/database/database.ts';
import { oneLine } from '../../runtime/one-line.ts';
import type { DecodedPayment, Rail, SendAnswer } from '../kernel/rail.ts';
import { exchangeSourceOf } from './exchange-source.ts';
import type { Signed } from './payout.ts';

/**
 * What becomes of signed bytes. `signed`: stored, and never handed out from here. `sent`: they may be anywhere. `final` and `invalidated`
 * are the words of two nodes; `invalidated` are also those of a sweep that was given up before it was handed out.
 */
export type TransactionState = 'signed' | 'sent' | 'final' | 'invalidated';

/** Another transaction has something that this one would spend: at most one of the two could be confirmed. */
export class ClaimTaken extends Error {
  override readonly name = 'ClaimTaken';
}

/** Signed bytes that are to be stored. */
export interface NewTransaction extends Pick<Signed, 'bytes' | 'txid' | 'proof'> {
  readonly network: string;
  /** How many payouts it pays. */
  readonly payees: number;
  /** What a decoder reads from the bytes. */
  readonly decoded: Pick<DecodedPayment, 'fee' | 'claims' | 'id'>;
}

/**
 * Stores the bytes of a transaction and claims what it spends, in the transaction that gives it to its payouts. One that was given up, and
 * is on its chain all the same, is taken up again with the bytes that it had. One that is stored and not over stays as it is.
 * With `mayHaveLeft` it takes of its claims what is free: its chain decides then, not this table. Otherwise throws `ClaimTaken` where one
 * is not, and nothing may be stored.
 */
export async function storeTransaction(
  tx: Transaction,
  { network, bytes, txid, proof, payees, decoded }: NewTransaction,
  begin: {
    readonly state: 'signed' | 'sent';
    readonly at: number;
    readonly mayHaveLeft: boolean;
    /** Of a rail that hands nothing out twice: what may have left counts as handed out. */
    readonly resend?: Rail['resend'];
    /** What it shares with this transaction it waits for, as that one's end is: the two exclude each other. */
    readonly replaces?: string;
  },
): Promise<void> {
  const at = new Date(begin.at);
  const isHandedOut = begin.state === 'sent' || (begin.mayHaveLeft && begin.resend === 'never');
  const [sends, lastSentAt] = isHandedOut ? [1, at] : [0, null];
  await tx.query(sql`
    INSERT INTO payout_transactions (txid, network, bytes, proof, payees, fee_asset, fee, state, state_at, sends, last_sent_at, chain_ids)
    VALUES (${txid}, ${network}, ${bytes}, ${JSON.stringify(proof)}::jsonb, ${payees}, ${decoded.fee.asset}, ${decoded.fee.amount},
            ${begin.state}, ${at}, ${sends}, ${lastSentAt}, ${decoded.id === undefined ? [] : [decoded.id]}::text[])
    ON CONFLICT (txid) DO UPDATE SET fee = EXCLUDED.fee, state = EXCLUDED.state, state_at = EXCLUDED.state_at,
            sends = EXCLUDED.sends, last_sent_at = EXCLUDED.last_sent_at, refusal = NULL, refused_at = NULL
      WHERE payout_transactions.state = 'invalidated'`);
  // One that was adopted before it was known to have left may be known to have by now.
  if (begin.state === 'sent') await moveTransaction(tx, txid, 'sent', begin.at);
  const { claims } = decoded;
  await claim(tx, { network, txid, claims });
  if (begin.mayHaveLeft) {
    // What another one holds is waited for: should that be invalidated, nothing else may spend it.
    await tx.query(sql`
      INSERT INTO payout_claims (network, claim, txid, freed_at)
      SELECT DISTINCT ${network}::text, claim, ${txid}::text, ${at}::timestamptz FROM unnest(${claims}::text[]) AS claim
      ON CONFLICT DO NOTHING`);
    return;
  }
  if (begin.replaces !== undefined)
    await tx.query(sql`
      INSERT INTO payout_claims (network, claim, txid, freed_at)
      SELECT network, claim, ${txid}::text, ${at}::timestamptz FROM payout_claims
       WHERE txid = ${begin.replaces} AND claim = ANY(${claims}::text[])
      ON CONFLICT DO NOTHING`);
  const held = await tx.query(sql`
    SELECT 1 FROM payout_claims WHERE txid = ${txid} AND (freed_at IS NULL OR ${begin.replaces !== undefined})`);
  if (held.length === new Set(claims).size) return;
  const [holder] = await tx.query<{ txid: string }>(sql`
    SELECT txid FROM payout_claims
     WHERE network = ${network} AND claim = ANY(${claims}::text[]) AND freed_at IS NULL AND txid <> ${txid} ORDER BY claim LIMIT 1`);
  throw new ClaimTaken(`${holder?.txid ?? 'another transaction'} spends what it would spend`);
}

/** Waits for a process that is taking the same at this moment. In one order, so that no two processes wait for each other. */
async function claim(
  tx: Transaction,
  {
    network,
    txid,
    claims,
  }: { readonly network: string; readonly txid: string; readonly claims: readonly string[] },
): Promise<void> {
  await tx.query(sql`
    UPDATE payout_claims AS own SET freed_at = NULL
     WHERE txid = ${txid} AND freed_at IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM payout_claims AS other
                        WHERE (other.network, other.claim) = (own.network, own.claim) AND other.freed_at IS NULL)`);
  await tx.query(sql`
    INSERT INTO payout_claims (network, claim, txid)
    SELECT DISTINCT ${network}::text, claim, ${txid}::text FROM unnest(${claims}::text[]) AS claim ORDER BY claim
    ON CONFLICT DO NOTHING`);
}

/** What one transaction spends. */
export async function claimsOf(db: Queryable, txid: string): Promise<readonly string[]> {
  const rows = await db.query<{ claim: string }>(sql`SELECT claim FROM payout_claims WHERE txid = ${txid}`);
  return rows.map(({ claim }) => claim);
}

/**
 * What is spent on a network by transactions that may still be confirmed: those that are not over, and those that settled and are gone
 * from their chain, without one of them. Nothing else may be built from it.
 */
export async function claimedOn(db: Queryable, network: string, except?: string): Promise<readonly string[]> {
  // In one row: of a day of thousands of payouts there are thousands, and this is asked for each. What is not free has one transaction.
  const [row] = await db.query<{ claims: readonly string[] }>(sql`
    SELECT coalesce(json_agg(claim), '[]') AS claims
      FROM payout_claims JOIN payout_transactions USING (txid)
     WHERE payout_transactions.network = ${network} AND freed_at IS NULL AND txid IS DISTINCT FROM ${except ?? null}
       AND (state IN ('signed', 'sent') OR txid IN (SELECT txid FROM payouts WHERE gone_at IS NOT NULL AND payouts.state <> 'released'
                                                  UNION ALL SELECT txid FROM sweeps WHERE gone_at IS NOT NULL))`);
  return (row?.claims ?? []).toSorted();
}

/**
 * Counts a stored transaction as sent whatever it was held to be, because its chain has it. What it claimed is its own again, where no other
 * one holds it.
 */
export async function takeUpTransaction(tx: Transaction, txid: string, at: number): Promise<void> {
  // Who ends it at this moment has to see that it is taken up.
  await tx.query(sql`SELECT 1 FROM payout_transactions WHERE txid = ${txid} FOR UPDATE`);
  const [taken] = await tx.query<{ network: string }>(sql`
    UPDATE payout_transactions SET state = 'sent', state_at = ${new Date(at)}
     WHERE txid = ${txid} AND state IN ('signed', 'invalidated') RETURNING network`);
  if (taken !== undefined) await claim(tx, { network: taken.network, txid, claims: [] });
}

/** From where a transaction goes on with one of its payouts; where another one has taken it further already, it stays there. */
const statesBefore: Readonly<Record<TransactionState, readonly TransactionState[]>> = {
  signed: [],
  sent: ['signed'],
  final: ['sent'],
  invalidated: ['signed', 'sent', 'final'],
};

/** Moves a transaction on with one of its payouts. What it claimed is free again once it can never be confirmed, or is another one's that waits for it. */
export async function moveTransaction(
  tx: Transaction,
  txid: string,
  to: TransactionState,
  at: number,
): Promise<void> {
  await tx.query(sql`
    UPDATE payout_transactions SET state = ${to}, state_at = ${new Date(at)}
     WHERE txid = ${txid} AND state = ANY(${statesBefore[to]}::text[])`);
  if (to !== 'invalidated') return;
  await tx.query(sql`
    UPDATE payout_claims SET freed_at = ${new Date(at)} WHERE txid = ${txid} AND freed_at IS NULL`);
  await tx.query(sql`
    UPDATE payout_claims AS next SET freed_at = NULL
     WHERE freed_at IS NOT NULL
       AND (network, claim) IN (SELECT network, claim FROM payout_claims WHERE txid = ${txid})
       AND NOT EXISTS (SELECT 1 FROM payout_claims AS held
                        WHERE (held.network, held.claim) = (next.network, next.claim) AND held.freed_at IS NULL)
       AND txid = (SELECT payout_transactions.txid FROM payout_claims AS waiting JOIN payout_transactions USING (txid)
                    WHERE (waiting.network, waiting.claim) = (next.network, next.claim) AND state <> 'invalidated'
                    ORDER BY state = 'final' DESC, txid LIMIT 1)`);
}

/** Keeps under which id its network has it, where that is not its name. True where it was not the one that is shown. */
export async function recordChainId(db: Queryable, txid: string, id: string | undefined): Promise<boolean> {
  if (id === undefined) return false;
  const changed = await db.query(sql`
    UPDATE payout_transactions SET chain_ids = ARRAY[${id}::text] || array_remove(chain_ids, ${id}::text)
     WHERE txid = ${txid} AND chain_ids[1] IS DISTINCT FROM ${id}::text RETURNING 1`);
  return changed.length > 0;
}

/** What the chain took for it in the end, in units of 10^-18 of its fee's asset; what was booked stays. */
export async function recordFee(tx: Transaction, txid: string, fee: bigint): Promise<void> {
  await tx.query(
    sql`UPDATE payout_transactions SET fee = ${fee} WHERE txid = ${txid} AND fee_booked_at IS NULL`,
  );
}

/**
 * The entry of what the network took for a transaction, where the caller ends the first of its payouts; none for the others. It is booked
 * in the same transaction.
 *
 * @param source the account that it left, after what the caller books of it
 */
export async function feeEntries(
  tx: Transaction,
  txid: string,
  at: number,
  source?: ExchangeSource,
): Promise<readonly Entry[]> {
  const [fee] = await tx.query<{ network: string; asset: string; amount: bigint }>(sql`
    UPDATE payout_transactions SET fee_booked_at = ${new Date(at)} WHERE txid = ${txid} AND fee_booked_at IS NULL
    RETURNING network, fee_asset AS asset, fee AS amount`);
  if (fee === undefined || fee.amount === 0n) return [];
  return [networkFeeEntry({ txid, ...fee }, at, source ?? (await exchangeSourceOf(tx, txid, fee.asset)))];
}

/** As the column holds. */
const refusalMax = 500;

/** Keeps what the network said when it refused the bytes; forgets it once they are taken. */
export async function recordAnswer(
  db: Queryable,
  txid: string,
  answer: SendAnswer,
  at: number,
): Promise<void> {
  if (answer.kind === 'refused')
    await db.query(sql`
      UPDATE payout_transactions SET refusal = ${oneLine(answer.why, refusalMax)}, refused_at = ${new Date(at)} WHERE txid = ${txid}`);
  else
    await db.query(sql`
      UPDATE payout_transactions SET refusal = NULL, refused_at = NULL WHERE txid = ${txid} AND refusal IS NOT NULL`);
}

/**
 * Counts that its bytes are being handed to the network, before they are. False, and they may not be, where they may have been before and the
 * rail hands nothing out twice: of two processes one counts.
 */
export async function countSend(
  db: Queryable,
  { resend }: Pick<Rail, 'resend'>,
  txid: string,
  at: number,
): Promise<boolean> {
  const counted = await db.query(sql`
    UPDATE payout_transactions SET sends = sends + 1, last_sent_at = ${new Date(at)}
     WHERE txid = ${txid} AND (sends = 0 OR ${resend === 'same-bytes'}) RETURNING 1`);
  return counted.length > 0;
}

/**
 * Counts as handed out what a journal had before it was let go of here: the database has lost that it left, and its rail hands nothing out twice.
 */
export async function countAsHandedOut(db: Queryable, txid: string, at: number): Promise<void> {
  await db.query(sql`
    UPDATE payout_transactions SET sends = 1, last_sent_at = ${new Date(at)} WHERE txid = ${txid} AND sends = 0`);
}
