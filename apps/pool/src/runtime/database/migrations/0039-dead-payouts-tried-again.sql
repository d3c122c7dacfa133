-- A payout of the daily run whose transaction died gave its money back: the run may try it again on the same day. One that a wallet
-- refused, or that an operator released, still counts.
DROP INDEX payouts_one_auto_a_day;
CREATE UNIQUE INDEX payouts_one_auto_a_day ON payouts (account_id, utc_date)
  WHERE kind = 'auto' AND NOT (state = 'released' AND reason IS NOT DISTINCT FROM 'TRANSACTION_DEAD');
