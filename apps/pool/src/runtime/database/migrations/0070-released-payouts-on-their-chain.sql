-- A released payout whose transaction is on its chain after all is adopted into a new payout with the same transaction.
ALTER TABLE payouts DROP CONSTRAINT payouts_txid_key;
CREATE UNIQUE INDEX payouts_one_of_a_transaction ON payouts (txid) WHERE state <> 'released';
CREATE INDEX payouts_by_transaction ON payouts (txid);
-- They are watched for it.
CREATE INDEX payouts_released_watched ON payouts (watched_at NULLS FIRST) WHERE state = 'released' AND signed IS NOT NULL;
