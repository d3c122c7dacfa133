-- What the network said when it refused these bytes the last time, and when; null once it takes them. Words for the operator: nothing is
-- decided by them, because a node that refuses may have sent them on all the same (decision 160).
ALTER TABLE payout_transactions
  ADD COLUMN refusal text CHECK (length(refusal) <= 500),
  ADD COLUMN refused_at timestamptz,
  ADD CONSTRAINT payout_transactions_refusal_whole CHECK ((refusal IS NULL) = (refused_at IS NULL));

-- Of the networks without an answer, those whose wallet did answer and named a transaction of which no node says what it does, or what became of it.
ALTER TABLE payout_comparisons ADD COLUMN unread text[] NOT NULL DEFAULT '{}';
