-- A line of a journal that does not name its ledger may be another pool's: it is evidence, and nothing is paid by it without an operator.
ALTER TABLE payout_journal DROP CONSTRAINT payout_journal_origin_check;
ALTER TABLE payout_journal ADD CONSTRAINT payout_journal_origin_known
  CHECK (origin IN ('sent', 'file', 'chain', 'unknown'));

-- When an operator asked for the money of a payout that is signed and has not left: it ends when its chain proves that its bytes can never
-- be confirmed.
ALTER TABLE payouts ADD COLUMN release_asked_at timestamptz;
