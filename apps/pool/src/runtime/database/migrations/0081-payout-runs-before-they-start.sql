-- Payouts that wait for room under the cap of the run count towards it from 00:00 on; the run itself starts later.
ALTER TABLE payout_runs ALTER COLUMN started_at DROP NOT NULL;
