import { feesAccount } from '@openlode/ledger/accounts';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../../runtime/database/database.ts';
import type { AuditScope } from './audit-scope.ts';
import type { Finding } from '../../kernel/finding.ts';
import { isOpenInSql } from '../../ledger/every-posting.ts';

/** Which rounds are looked at: makes a condition on an id of a round. */
export type RoundsLookedAt = (round: Sql) => Sql;

/** L8, L9 and I6: what a round paid, what its receipts say and what its entry booked are the same. A closed round was found to be so by its closing. */
export async function checkRounds(tx: Queryable, scope: AuditScope): Promise<Finding[]> {
  return [
    ...(await checkReceipts(tx, (round) => sql`${round} > ${scope.roundsAfter} AND ${isOpenInSql(round)}`)),
    ...(await unmatchedRounds(tx, scope)),
    ...(await unmatchedEntries(tx, scope)),
  ];
}

/** L8 and L9: a round's receipts are its whole reward, and what its entries booked. */
export async function checkReceipts(tx: Queryable, among: RoundsLookedAt): Promise<Finding[]> {
  return [
    ...(await rewardsNotSharedOut(tx, among)),
    ...(await creditsNotBooked(tx, among)),
    ...(await earningsNotBooked(tx, among)),
    ...(await creditsNotTheirParts(tx, among)),
  ];
}

/** L8: the parts of all accounts and the dust are the reward, to the last unit. */
async function rewardsNotSharedOut(tx: Queryable, among: RoundsLookedAt): Promise<Finding[]> {
  const rows = await tx.query<{ subject: string; amount: bigint; shared: bigint }>(sql`
    WITH shares AS (
      SELECT round_id, line, sum(share) AS amount FROM credits WHERE ${among(sql`round_id`)} GROUP BY 1, 2
    ), lines AS (
      SELECT round_id, line, asset, amount, 'reward:' || chain || ':' || block_hash || ':' || line AS key
        FROM reward_lines JOIN rounds ON rounds.id = round_id
       WHERE state = 'credited' AND ${among(sql`round_id`)}
    ), dust AS (
      SELECT key, sum(postings.amount) AS amount
        FROM lines JOIN ledger_entries USING (key) JOIN postings ON entry_id = ledger_entries.id
       WHERE account = 'pool:dust' AND postings.asset = lines.asset GROUP BY key
    )
    SELECT round_id || '/' || line AS subject, lines.amount,
           coalesce(shares.amount, 0) + coalesce(dust.amount, 0) AS shared
      FROM lines LEFT JOIN shares USING (round_id, line) LEFT JOIN dust USING (key)
     WHERE lines.amount <> coalesce(shares.amount, 0) + coalesce(dust.amount, 0) ORDER BY round_id, line`);
  return rows.map(({ subject, amount, shared }) => ({
    rule: 'L8',
    kind: 'reward-not-shared-out',
    account: null,
    subject,
    expected: amount.toString(),
    found: shared.toString(),
  }));
}

/** L9: a reward's entry, and those that converted what waited, give the miners what their receipts say and keep the fee. */
async function creditsNotBooked(tx: Queryable, among: RoundsLookedAt): Promise<Finding[]> {
  const rows = await tx.query<{
    subject: string;
    credited: bigint;
    booked: bigint;
    fee: bigint;
    kept: bigint;
  }>(sql`
    WITH receipts AS (
      SELECT round_id, line, coin, sum(credited) AS credited, sum(fee) AS fee
        FROM credits JOIN rounds ON rounds.id = round_id
       WHERE state = 'credited' AND waiting IS NULL AND ${among(sql`round_id`)} GROUP BY 1, 2, 3
    ), entries AS (${entriesOfCredits(among)}), booked AS (
      SELECT round_id, entries.line, asset AS coin,
             coalesce(sum(amount) FILTER (WHERE ledger_account_kind(account) = 'mining'), 0) AS credited,
             coalesce(sum(amount) FILTER (WHERE account = ${feesAccount}), 0) AS kept
        FROM entries JOIN postings ON entry_id = entries.id GROUP BY 1, 2, 3
    )
    SELECT round_id || '/' || line || ' ' || coin AS subject, receipts.credited, fee,
           coalesce(booked.credited, 0) AS booked, coalesce(kept, 0) AS kept
      FROM receipts LEFT JOIN booked USING (round_id, line, coin)
     WHERE receipts.credited <> coalesce(booked.credited, 0) OR fee <> coalesce(kept, 0)
     ORDER BY round_id, line, coin`);
  return rows.flatMap(({ subject, credited, booked, fee, kept }): Finding[] => {
    const finding = (kind: Finding['kind'], expected: bigint, found: bigint): Finding[] =>
      expected === found
        ? []
        : [
            {
              rule: 'L9',
              kind,
              account: null,
              subject,
              expected: expected.toString(),
              found: found.toString(),
            },
          ];
    return [...finding('credit-not-booked', credited, booked), ...finding('fee-not-booked', fee, kept)];
  });
}

/** The entries that gave the miners and owners of a round what they were credited, by line. */
function entriesOfCredits(among: RoundsLookedAt): Sql {
  return sql`
      SELECT round_id, line, ledger_entries.id
        FROM reward_lines JOIN rounds ON rounds.id = round_id
        JOIN ledger_entries ON key = 'reward:' || chain || ':' || block_hash || ':' || line
       WHERE ${among(sql`round_id`)}
      UNION ALL
      SELECT split_part(key, ':', 2)::bigint, split_part(key, ':', 3)::int, id FROM ledger_entries
       WHERE kind = 'convert' AND split_part(key, ':', 1) = 'convert'
         AND ${among(sql`split_part(key, ':', 2)::bigint`)}`;
}

/** L9: the same entries give the owners of codes what their receipts say. */
async function earningsNotBooked(tx: Queryable, among: RoundsLookedAt): Promise<Finding[]> {
  const rows = await tx.query<{ subject: string; credited: bigint; booked: bigint }>(sql`
    WITH receipts AS (
      SELECT round_id, line, miners.coin, sum(credited) AS credited
        FROM referral_credits JOIN miners ON miners.id = owner_id JOIN rounds ON rounds.id = round_id
       WHERE state = 'credited' AND waiting IS NULL AND ${among(sql`round_id`)} GROUP BY 1, 2, 3
    ), entries AS (${entriesOfCredits(among)}), booked AS (
      SELECT round_id, entries.line, asset AS coin, sum(amount) AS booked
        FROM entries JOIN postings ON entry_id = entries.id
       WHERE ledger_account_kind(account) = 'referral' GROUP BY 1, 2, 3
    )
    SELECT round_id || '/' || line || ' ' || coin AS subject, coalesce(credited, 0) AS credited, coalesce(booked, 0) AS booked
      FROM receipts FULL JOIN booked USING (round_id, line, coin)
     WHERE coalesce(credited, 0) <> coalesce(booked, 0) ORDER BY round_id, line, coin`);
  return rows.map(({ subject, credited, booked }) => ({
    rule: 'L9',
    kind: 'earning-not-booked',
    account: null,
    subject,
    expected: credited.toString(),
    found: booked.toString(),
  }));
}

/** L9 for each account: its receipt is gross less fee and referral, which are never more than the gross. */
async function creditsNotTheirParts(tx: Queryable, among: RoundsLookedAt): Promise<Finding[]> {
  const rows = await tx.query<{ uuid: string; subject: string; expected: bigint; found: bigint }>(sql`
    SELECT uuid, round_id || '/' || line AS subject, gross - fee - referral AS expected, credited AS found
      FROM credits JOIN miners ON miners.id = miner_id
     WHERE ${among(sql`round_id`)} AND waiting IS NULL
       AND (credited <> gross - fee - referral OR fee < 0 OR referral < 0 OR fee + referral > gross OR share < 0)
     ORDER BY round_id, line, miner_id`);
  return rows.map(({ uuid, subject, expected, found }) => ({
    rule: 'L9',
    kind: 'credit-not-its-parts',
    account: uuid,
    subject,
    expected: expected.toString(),
    found: found.toString(),
  }));
}

/** I6: a credited round has one entry a reward line; an accepted one knows what it pays. */
async function unmatchedRounds(tx: Queryable, scope: AuditScope): Promise<Finding[]> {
  const rows = await tx.query<{ subject: string; lacks: 'reward' | 'entry' }>(sql`
    SELECT rounds.id::text AS subject, 'reward' AS lacks FROM rounds
     WHERE state IN ('accepted', 'credited') AND rounds.id > ${scope.roundsAfter}
       AND NOT EXISTS (SELECT 1 FROM reward_lines WHERE round_id = rounds.id)
    UNION ALL
    SELECT round_id || '/' || line, 'entry' FROM reward_lines JOIN rounds ON rounds.id = round_id
     WHERE state = 'credited' AND round_id > ${scope.roundsAfter}
       AND NOT EXISTS (SELECT 1 FROM ledger_entries WHERE key = 'reward:' || chain || ':' || block_hash || ':' || line)
    ORDER BY 1`);
  return rows.map(({ subject, lacks }) => ({
    rule: 'I6',
    kind: lacks === 'entry' ? 'round-without-entry' : 'round-without-reward',
    account: null,
    subject,
    expected: null,
    found: null,
  }));
}

/** I6: no reward is booked that no block stands behind. */
async function unmatchedEntries(tx: Queryable, scope: AuditScope): Promise<Finding[]> {
  const rows = await tx.query<{ key: string }>(sql`
    SELECT key FROM ledger_entries
     WHERE kind = 'reward' AND ledger_entries.id > ${scope.entriesAfter}
       AND NOT EXISTS (
         SELECT 1 FROM rounds JOIN reward_lines ON round_id = rounds.id
          WHERE chain = split_part(key, ':', 2) AND block_hash = split_part(key, ':', 3)
            AND line::text = split_part(key, ':', 4))
     ORDER BY key`);
  return rows.map(({ key }) => ({
    rule: 'I6',
    kind: 'entry-without-round',
    account: null,
    subject: key,
    expected: null,
    found: null,
  }));
}
