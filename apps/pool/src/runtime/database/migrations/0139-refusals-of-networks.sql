-- What the network said when it refused these bytes the last time, and when; null once it takes them. Words for the operator: nothing is
-- decided by them, because a node that refuses may have sent them on all the same (decision 160).
ALTER TABLE payout_transactions
  ADD COLUMN refusal text CHECK (length(refusal) <= 500),
  ADD COLUMN refused_at timestamptz,
  ADD CONSTRAINT payout_transactions_refusal_whole CHECK ((refusal IS NULL) = (refused_at IS NULL));
