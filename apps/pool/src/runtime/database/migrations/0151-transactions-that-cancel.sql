-- A transaction may pay no one: it spends what a payout's transaction spends, so that this can never be confirmed (decision 173).
ALTER TABLE payout_transactions DROP CONSTRAINT payout_transactions_payees_check;
ALTER TABLE payout_transactions ADD CONSTRAINT payout_transactions_payees_check CHECK (payees >= 0);

ALTER TABLE payout_actions DROP CONSTRAINT payout_actions_action_check;
ALTER TABLE payout_actions ADD CONSTRAINT payout_actions_action_check
  CHECK (action IN ('hold', 'approve', 'release', 'retry', 'suspend', 'lift', 'rebuild', 'bump', 'switch', 'cancel'));
