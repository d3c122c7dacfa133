-- A network may be held back for several reasons at once, and each is lifted by itself: a doubt that comes while an operator has
-- suspended the network is not lost. Of a journal that is ahead every process may have its own.
DROP INDEX payout_suspensions_one_open;
CREATE UNIQUE INDEX payout_suspensions_one_open
  ON payout_suspensions (network, reason, (CASE WHEN reason = 'journal-ahead' THEN mark ELSE '' END))
  WHERE lifted_at IS NULL;
