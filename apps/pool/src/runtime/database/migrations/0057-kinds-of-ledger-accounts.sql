-- The chart of accounts: what an account of the ledger is, derived from its name in this one place (packages/ledger/src/accounts.ts has
-- the same rule). A balance keeps it in a column, which cannot disagree with the name and is written once, with the row.
CREATE FUNCTION ledger_account_kind(account text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE split_part(account, ':', 1)
    WHEN 'miner' THEN split_part(account, ':', 3)
    WHEN 'ext' THEN 'external'
    WHEN 'conv' THEN 'conversion'
    WHEN 'pool' THEN
      CASE WHEN account IN ('pool:reorg-loss', 'pool:restore-loss', 'pool:network-fees', 'pool:corrections')
           THEN 'loss' ELSE 'own' END
    ELSE split_part(account, ':', 1)
  END
$$;

ALTER TABLE balances ADD COLUMN kind text NOT NULL GENERATED ALWAYS AS (ledger_account_kind(account)) STORED
  CHECK (kind IN ('mining', 'referral', 'pending', 'round', 'inflight', 'own', 'loss', 'conversion', 'external'));

DROP INDEX balances_inflight;
CREATE INDEX balances_inflight ON balances (account) WHERE kind = 'inflight';
