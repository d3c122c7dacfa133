-- Whom the next daily run serves though they had no reward on the day before it: an earlier run owes them their payout. Who waited for one
-- run was forgotten at midnight, and never paid if no reward came any more.
DELETE FROM payout_run_waits AS older USING payout_run_waits AS newer
 WHERE older.miner_id = newer.miner_id AND older.run_date < newer.run_date;
ALTER TABLE payout_run_waits DROP COLUMN run_date;
ALTER TABLE payout_run_waits ADD PRIMARY KEY (miner_id);
