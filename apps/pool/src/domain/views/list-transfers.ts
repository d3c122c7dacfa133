import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import {
  isTransferOpenInSql,
  selectTransfers,
  type TransferState,
} from '../treasury/transfers/transfer-rows.ts';

/** A transfer from an exchange to a wallet as an operator reads it; amounts are decimal text in the coin. */
export interface ListedTransfer {
  /** Ours; the exchange has it as well, where it keeps such ids. */
  readonly id: string;
  readonly place: string;
  readonly coin: string;
  readonly network: string;
  readonly address: string;
  readonly amount: string;
  /** What the exchange took besides; null while it is not booked. */
  readonly fee: string | null;
  readonly state: TransferState;
  readonly exchangeId: string | null;
  readonly txid: string | null;
  /** When it was stored, and since when it is in its state, ms. */
  readonly storedAt: number;
  readonly since: number;
  readonly operator: string;
  /** What it waits for, or why it ended. */
  readonly note: string | null;
}

/** The newest transfers, those that are not over first. */
export async function listTransfers(
  { db }: Pick<ServiceContext, 'db'>,
  { limit }: { readonly limit: number },
): Promise<ListedTransfer[]> {
  const rows = await selectTransfers(
    db,
    sql`ORDER BY (${isTransferOpenInSql}) DESC, stored_at DESC, number DESC LIMIT ${limit}`,
  );
  return rows.map(
    ({
      id,
      place,
      coin,
      network,
      address,
      amount,
      fee,
      state,
      exchangeId,
      txid,
      operator,
      note,
      ...row
    }) => ({
      id,
      place,
      coin,
      network,
      address,
      amount: formatAmount(amount),
      fee: fee === null ? null : formatAmount(fee),
      state,
      exchangeId,
      txid,
      storedAt: row.storedAt.getTime(),
      since: row.stateAt.getTime(),
      operator,
      note,
    }),
  );
}

/** One that is not over by then, ms, is named. */
const openMaxMs = 2 * 3_600_000;

/** What health says of transfers, a sentence each; nothing where every one is over soon. */
export async function transferProblems({
  db,
  clock,
}: Pick<ServiceContext, 'db' | 'clock'>): Promise<string[]> {
  const late = new Date(clock.now() - openMaxMs);
  const rows = await selectTransfers(
    db,
    sql`WHERE ${isTransferOpenInSql} AND stored_at < ${late} ORDER BY place, number`,
  );
  return rows.map(
    ({ id, place, coin, state, note }) =>
      `transfer ${id} of ${coin} from ${place} is ${state} for two hours${note === null ? '' : `: ${note}`}; see openlode transfers`,
  );
}
