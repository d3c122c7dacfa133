-- What the demo fleet of a sandbox has worked for: workers whose newest work it did, accounts that it ever mined to. No other pool has any.
ALTER TABLE workers ADD COLUMN simulated boolean NOT NULL DEFAULT false;
ALTER TABLE accounts ADD COLUMN simulated boolean NOT NULL DEFAULT false;
UPDATE workers SET simulated = true WHERE id IN (SELECT worker_id FROM slice_work WHERE simulated);
UPDATE accounts SET simulated = true WHERE id IN (SELECT account_id FROM slice_work WHERE simulated);
