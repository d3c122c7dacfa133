-- Why a payout is not signed: its address is not among those that the account at the exchange may pay to.
ALTER TABLE payouts DROP CONSTRAINT payouts_sign_failure_check;
ALTER TABLE payouts ADD CONSTRAINT payouts_sign_failure_check CHECK (sign_failure IN ('wallet-short', 'fee-over-cap', 'unregistered', 'failed'));

-- When a look that did not find a payout saw the account with less than the ledger says: something has taken it, which what comes in later would hide.
ALTER TABLE withdrawn_payouts ADD COLUMN fallen_at timestamptz;
