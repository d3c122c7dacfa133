import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';

/** A sweep as an operator reads it; amounts are decimal text in the coin, the fee in its own. */
export interface ListedSweep {
  readonly id: string;
  readonly at: number;
  readonly amount: string;
  readonly coin: string;
  readonly network: string;
  readonly address: string;
  /** The exchange whose address it is; null for a cold one. */
  readonly place: string | null;
  readonly state: string;
  readonly txid: string | null;
  /** What the network takes, of `feeAsset`; null while nothing is signed. */
  readonly fee: string | null;
  readonly feeAsset: string;
  readonly sends: number;
  /** When it was last handed to its network from here, ms; null for one that was found. */
  readonly sentAt: number | null;
  /** Its bytes were found: it is followed, and not sent from here. */
  readonly isFound: boolean;
  /** What it waits for, or why it ended; what the network said when it refused it. */
  readonly note: string | null;
  readonly reason: string;
  readonly operator: string;
}

/** The newest sweeps first. */
export async function listSweeps(
  { db }: Pick<ServiceContext, 'db'>,
  { limit }: { readonly limit: number },
): Promise<ListedSweep[]> {
  const rows = await db.query<
    Omit<ListedSweep, 'id' | 'at' | 'sentAt' | 'amount' | 'fee'> & {
      readonly id: bigint;
      readonly at: Date;
      readonly sentAt: Date | null;
      readonly amount: bigint;
      readonly fee: bigint | null;
      readonly refusal: string | null;
      readonly chainId: string | null;
      readonly cancel: string | null;
      readonly cancelRefusal: string | null;
    }
  >(sql`
    SELECT sweeps.id, planned_at AS at, amount, coin, sweeps.network, address, place, sweeps.state, sweeps.txid, own.fee, sweeps.fee_asset AS "feeAsset", coalesce(own.sends, 0) AS sends,
           own.last_sent_at AS "sentAt", found AS "isFound", note, own.refusal, own.chain_ids[1] AS "chainId", cancel_txid AS cancel, ending.refusal AS "cancelRefusal", reason, operator
      FROM sweeps LEFT JOIN payout_transactions AS own ON own.txid = sweeps.txid LEFT JOIN payout_transactions AS ending ON ending.txid = cancel_txid ORDER BY sweeps.id DESC LIMIT ${limit}`);
  return rows.map(({ refusal, chainId, cancel, cancelRefusal, note, ...row }) => {
    const isOver = !isOpen(row.state);
    const notes = [
      note,
      chainId === null ? null : `on its network it is ${chainId}`,
      cancel === null || isOver ? null : `being cancelled by ${cancel}`,
      cancelRefusal === null || isOver ? null : `that was refused the last time: ${cancelRefusal}`,
      refusal === null || row.state !== 'sent' ? null : `refused the last time: ${refusal}`,
    ].filter((each) => each !== null);
    return {
      ...row,
      id: row.id.toString(),
      at: row.at.getTime(),
      sentAt: row.isFound ? null : (row.sentAt?.getTime() ?? null),
      amount: formatAmount(row.amount),
      fee: row.fee === null ? null : formatAmount(row.fee),
      note: notes.length === 0 ? null : notes.join('; '),
    };
  });
}

function isOpen(state: string): boolean {
  return state === 'planned' || state === 'signed' || state === 'sent';
}
