-- What an operator holds stays held when its chain has invalidated its bytes: the money goes back only by a decision.
ALTER TABLE payouts DROP CONSTRAINT payouts_held_before_they_are_signed;
ALTER TABLE payouts ADD CONSTRAINT payouts_held_before_they_are_sent
  CHECK (hold IS NULL OR state IN ('reserved', 'prepared', 'invalidated', 'released'));
