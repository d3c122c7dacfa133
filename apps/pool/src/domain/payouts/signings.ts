import sql from 'sql-template-tag';

/**
 * Each payment of each transaction that was signed for a payout, as a table named `signing`: of the one that it has now, and of those before.
 * `state` is that of the payout. A sweep is a payment too: its id is below zero, and its state in the words of payouts.
 */
export const signings = sql`(
  SELECT id, txid, coin, network, address, memo, amount, state FROM payouts WHERE txid IS NOT NULL
  UNION ALL
  SELECT payouts.id, attempt.txid, coin, network, address, memo, amount, state
    FROM payout_attempts AS attempt JOIN payouts ON payouts.id = attempt.payout_id
   WHERE attempt.txid IS DISTINCT FROM payouts.txid
  UNION ALL
  SELECT -id, txid, coin, network, address, '', amount,
         CASE state WHEN 'signed' THEN 'prepared' WHEN 'sent' THEN 'broadcasting' WHEN 'final' THEN 'settled' ELSE 'released' END
    FROM sweeps WHERE txid IS NOT NULL) AS signing`;
