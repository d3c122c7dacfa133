import { boughtAccount, inflightAccount, type LedgerAccount } from '@openlode/ledger/accounts';
import type { ExchangeSource } from '@openlode/ledger/payout-entries';
import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import { lockAssets } from '../ledger/lock-assets.ts';

/** The account at an exchange that a transaction has left, as it is until this transaction ends; undefined where it has left a wallet. */
export async function exchangeSourceOf(
  tx: Transaction,
  txid: string,
  coin: string,
): Promise<ExchangeSource | undefined> {
  const [row] = await tx.query<{ place: string }>(
    sql`SELECT place FROM withdrawn_payouts WHERE txid = ${txid}`,
  );
  if (row === undefined) return undefined;
  await lockAssets(tx, [coin]);
  const [balance] = await tx.query<{ bought: bigint }>(
    sql`SELECT -amount AS bought FROM balances WHERE account = ${boughtAccount(row.place)} AND asset = ${coin}`,
  );
  return { place: row.place, bought: balance?.bought ?? 0n };
}

/** Where the settlement of a payout took it from, as it is booked; undefined where it has left a wallet. */
export async function takenBySettlement(
  tx: Transaction,
  payout: { readonly id: bigint; readonly coin: string; readonly signed: { readonly txid: string } | null },
): Promise<readonly { readonly account: LedgerAccount; readonly amount: bigint }[] | undefined> {
  const rows = await tx.query<{ account: LedgerAccount; amount: bigint }>(sql`
    SELECT account, amount FROM postings JOIN ledger_entries ON ledger_entries.id = entry_id
     WHERE key = ${`settle:${payout.id}`} AND asset = ${payout.coin} AND account <> ${inflightAccount(payout.id)}
       AND EXISTS (SELECT 1 FROM withdrawn_payouts WHERE txid = ${payout.signed?.txid ?? ''})`);
  return rows.length === 0 ? undefined : rows;
}
