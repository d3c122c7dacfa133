import { restoreLossAccount } from '@openlode/ledger/accounts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../../runtime/database/database.ts';
import type { AuditScope } from './audit-scope.ts';
import type { Finding } from '../../kernel/finding.ts';
import { accountInSql } from '../../ledger/account-names.ts';

/**
 * P5: the ledger has exactly one reservation of every payout, and either one settlement, one release, or its amount in flight; and no
 * entry belongs to a payout that does not exist. A partial audit leaves out payouts that ended before the entries it looks at, because
 * they no longer change.
 */
export async function checkPayouts(tx: Queryable, scope: AuditScope): Promise<Finding[]> {
  return [
    ...(await entriesNotAsState(tx, scope)),
    ...(await strayInflight(tx)),
    ...(await strangers(tx, scope)),
  ];
}

async function entriesNotAsState(tx: Queryable, scope: AuditScope): Promise<Finding[]> {
  const rows = await tx.query<{ id: bigint; uuid: string; expected: string; found: string }>(sql`
    WITH looked_at AS (
      SELECT payouts.id, miner_id, state, payouts.coin, payouts.network, from_mining, from_referral, from_pool, amount,
             reversed_at IS NOT NULL AS reversed
        FROM payouts
       WHERE ${scope.whole}::boolean OR state NOT IN ('settled', 'released') OR payouts.id IN (
         SELECT split_part(key, ':', 2)::bigint FROM ledger_entries
          WHERE id > ${scope.entriesAfter} AND kind IN ('payout-reserved', 'payout-settled', 'payout-released', 'payout-reversed'))
    ), due AS (
      SELECT id, 'reserve:' || id AS key, ${accountInSql('mining', sql`miner_id`)} AS account, coin AS asset, -from_mining AS amount
        FROM looked_at
      UNION ALL
      SELECT id, 'reserve:' || id, ${accountInSql('referral', sql`miner_id`)}, coin, -from_referral FROM looked_at
      UNION ALL
      SELECT id, 'reserve:' || id, ${accountInSql('inflight', sql`id`)}, coin, amount FROM looked_at
      UNION ALL
      SELECT id, 'settle:' || id, ${accountInSql('inflight', sql`id`)}, coin, -amount FROM looked_at WHERE state = 'settled' OR reversed
      UNION ALL
      SELECT id, 'release:' || id, ${accountInSql('inflight', sql`id`)}, coin, -amount FROM looked_at WHERE state = 'released' AND NOT reversed
      UNION ALL
      SELECT id, CASE WHEN reversed THEN 'reverse:' ELSE 'release:' END || id, account, coin, given
        FROM looked_at, LATERAL (VALUES (${accountInSql('mining', sql`miner_id`)}, from_mining),
                                        (${accountInSql('referral', sql`miner_id`)}, from_referral),
                                        (${restoreLossAccount}::text, from_pool)) AS back (account, given)
       WHERE state = 'released'
      UNION ALL
      SELECT id, 'reserve:' || id, ${restoreLossAccount}::text, coin, -from_pool FROM looked_at
    ), booked AS (
      SELECT looked_at.id, key, account, asset, amounts.amount
        FROM looked_at JOIN ledger_entries ON key IN ('reserve:' || looked_at.id, 'settle:' || looked_at.id, 'release:' || looked_at.id,
                                              'reverse:' || looked_at.id)
        JOIN postings AS amounts ON entry_id = ledger_entries.id
       WHERE ledger_account_kind(account) IN ('inflight', 'mining', 'referral', 'pending')
          OR account = ${restoreLossAccount}
    ), due_text AS (
      SELECT id, string_agg(concat_ws(' ', key, account, asset, amount), ', ' ORDER BY key, account) AS text
        FROM due WHERE amount <> 0 GROUP BY id
    ), booked_text AS (
      SELECT id, string_agg(concat_ws(' ', key, account, asset, amount), ', ' ORDER BY key, account) AS text
        FROM booked GROUP BY id
    ), differences AS (
      SELECT id, coalesce(due_text.text, '') AS expected, coalesce(booked_text.text, '') AS found
        FROM due_text FULL JOIN booked_text USING (id)
    )
    SELECT differences.id, uuid, expected, found
      FROM differences JOIN payouts ON payouts.id = differences.id JOIN miners ON miners.id = miner_id
     WHERE expected <> found ORDER BY differences.id`);
  return rows.map(({ id, uuid, expected, found }) => ({
    rule: 'P5',
    kind: 'payout-not-as-booked',
    account: uuid,
    subject: id.toString(),
    expected,
    found,
  }));
}

/** In flight is exactly what payouts hold that are not over. */
async function strayInflight(tx: Queryable): Promise<Finding[]> {
  const rows = await tx.query<{ account: string; asset: string; due: bigint; held: bigint }>(sql`
    WITH due AS (
      SELECT ${accountInSql('inflight', sql`id`)} AS account, coin AS asset, amount FROM payouts WHERE state NOT IN ('settled', 'released')
    ), held AS (
      SELECT account, asset, amount FROM balances WHERE kind = 'inflight' AND amount <> 0
    )
    SELECT account, asset, coalesce(due.amount, 0) AS due, coalesce(held.amount, 0) AS held
      FROM due FULL JOIN held USING (account, asset)
     WHERE coalesce(due.amount, 0) <> coalesce(held.amount, 0) ORDER BY account, asset`);
  return rows.map(({ account, asset, due, held }) => ({
    rule: 'P5',
    kind: 'inflight-money-mismatch',
    account,
    subject: asset,
    expected: due.toString(),
    found: held.toString(),
  }));
}

async function strangers(tx: Queryable, scope: AuditScope): Promise<Finding[]> {
  const rows = await tx.query<{ key: string }>(sql`
    SELECT key FROM ledger_entries
     WHERE id > ${scope.entriesAfter}
       AND kind IN ('payout-reserved', 'payout-settled', 'payout-released', 'payout-reversed', 'restore-loss-returned')
       AND NOT EXISTS (SELECT 1 FROM payouts WHERE payouts.id::text = split_part(key, ':', 2)) ORDER BY key`);
  return rows.map(({ key }) => ({
    rule: 'P5',
    kind: 'entry-without-payout',
    account: null,
    subject: key,
    expected: null,
    found: null,
  }));
}
