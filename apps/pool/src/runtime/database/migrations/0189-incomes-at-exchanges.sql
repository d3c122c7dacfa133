-- Another pool may pay straight into an account at an exchange (decision 186): then the reference is that exchange and what it calls the deposit, and
-- the transaction is the one that it names.
ALTER TABLE incomes
  ADD COLUMN place text,
  ADD COLUMN deposit_txid text,
  DROP CONSTRAINT incomes_reference_check,
  ADD CONSTRAINT incomes_reference_check CHECK (
    CASE WHEN place IS NULL THEN deposit_txid IS NULL AND reference ~ '^[0-9a-f]{64}:(0|[1-9][0-9]{0,9})$'
         ELSE deposit_txid IS NOT NULL AND reference ~ '^[a-z][a-z0-9-]{0,30}:[A-Za-z0-9_-]{1,100}$' AND starts_with(reference, place || ':') END);
