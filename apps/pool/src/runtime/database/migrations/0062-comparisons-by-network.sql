-- A comparison proves nothing of a network whose wallet has not answered, or has sent what the database does not know.
ALTER TABLE payout_comparisons
  ADD COLUMN unanswered text[] NOT NULL DEFAULT '{}',
  ADD COLUMN unknown_on text[] NOT NULL DEFAULT '{}';
-- The newest comparison of when the suspension was made: a later one is recognised also where the clock was ahead then.
ALTER TABLE payout_suspensions ADD COLUMN after_comparison bigint;
