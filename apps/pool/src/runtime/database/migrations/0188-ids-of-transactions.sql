-- Where signatures stand in the inputs, anyone can change the id of a transaction on its way, and nothing else of it: such a one is named by what it
-- does (decision 210), and these are the ids under which a network has, or had it, the newest first. Empty where its name is its id.
ALTER TABLE payout_transactions ADD COLUMN chain_ids text[] NOT NULL DEFAULT '{}';
CREATE INDEX payout_transactions_by_chain_id ON payout_transactions USING gin (chain_ids);
