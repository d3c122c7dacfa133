-- What an operator says of a payment that its chain has executed without saying that it paid (decision 171).
ALTER TABLE payout_actions DROP CONSTRAINT payout_actions_action_check;
ALTER TABLE payout_actions ADD CONSTRAINT payout_actions_action_check
  CHECK (action IN ('hold', 'approve', 'release', 'retry', 'suspend', 'lift', 'rebuild', 'bump', 'switch', 'cancel', 'paid', 'unpaid'));
