-- What the operator corrects may stand below zero: it says what the pool bears.
ALTER TABLE balances DROP CONSTRAINT somebodys_money_is_never_negative;
ALTER TABLE balances ADD CONSTRAINT somebodys_money_is_never_negative
  CHECK (amount >= 0 OR account LIKE 'ext:%' OR account LIKE 'conv:%'
         OR account IN ('pool:reorg-loss', 'pool:network-fees', 'pool:restore-loss', 'pool:corrections'));

-- What an operator moved into, out of or between the pool's wallets, each with its entry in the ledger.
CREATE TABLE treasury_movements (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  booked_at timestamptz NOT NULL,
  kind text NOT NULL CHECK (kind IN ('deposit', 'top-up', 'withdrawal', 'correction', 'trade')),
  entry_key text NOT NULL UNIQUE REFERENCES ledger_entries (key),
  -- In units of 10^-18; below zero where it left the wallet. Of a trade, what was sold.
  asset text NOT NULL,
  network text NOT NULL,
  amount numeric(78, 0) NOT NULL CHECK (amount <> 0),
  -- What a trade brought.
  bought_asset text,
  bought_network text,
  bought_amount numeric(78, 0) CHECK (bought_amount > 0),
  -- What it is called outside: a transaction, an order, an invoice.
  reference text NOT NULL CHECK (length(reference) BETWEEN 1 AND 200),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  operator text NOT NULL,
  UNIQUE (kind, reference),
  CHECK (num_nonnulls(bought_asset, bought_network, bought_amount) = CASE kind WHEN 'trade' THEN 3 ELSE 0 END)
);
CREATE TRIGGER treasury_movements_append_only BEFORE UPDATE OR DELETE ON treasury_movements
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
