-- What a held payout was worth when it was last judged against the caps, in units of 10^-18 dollars. `usd` stays what it was worth
-- when it was reserved.
ALTER TABLE payouts ADD COLUMN judged_usd numeric(78, 0) CHECK (judged_usd >= 0);
-- Why the wallet did not sign a reserved payout the last time it was asked, how often it was asked, and when it is asked next.
ALTER TABLE payouts ADD COLUMN sign_failure text CHECK (sign_failure IN ('wallet-short', 'fee-over-cap', 'failed'));
ALTER TABLE payouts ADD COLUMN sign_attempts int NOT NULL DEFAULT 0 CHECK (sign_attempts >= 0);
ALTER TABLE payouts ADD COLUMN next_sign_at timestamptz;

-- Held payouts are judged again each minute, the oldest first.
CREATE INDEX payouts_held ON payouts (id) WHERE state = 'reserved' AND hold IS NOT NULL;
-- The daily run serves first those who were last paid longest ago.
CREATE INDEX payouts_sent ON payouts (account_id, sent_at DESC) WHERE sent_at IS NOT NULL;

-- Accounts that the run of a day could not serve for a reason that may pass on the same day, for example a suspension.
CREATE TABLE payout_run_waits (
  run_date date NOT NULL,
  account_id bigint NOT NULL REFERENCES accounts,
  PRIMARY KEY (run_date, account_id)
);
