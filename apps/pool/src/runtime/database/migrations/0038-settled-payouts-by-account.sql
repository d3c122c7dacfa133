-- What an account was paid is read with each look at its page.
CREATE INDEX payouts_settled ON payouts (account_id) WHERE state = 'settled';
