-- Trades at exchanges (decision 181). What exchanges take for them is paid by conversions, and is of their kind.
CREATE OR REPLACE FUNCTION ledger_account_kind(account text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE split_part(account, ':', 1)
    WHEN 'miner' THEN split_part(account, ':', 3)
    WHEN 'ext' THEN 'external'
    WHEN 'conv' THEN 'conversion'
    WHEN 'pool' THEN
      CASE WHEN account IN ('pool:reorg-loss', 'pool:restore-loss', 'pool:network-fees', 'pool:corrections') THEN 'loss'
           WHEN account = 'pool:trading-fees' THEN 'conversion'
           ELSE 'own' END
    ELSE split_part(account, ':', 1)
  END
$$;

ALTER TABLE balances DROP CONSTRAINT liabilities_are_never_negative;
ALTER TABLE balances ADD CONSTRAINT liabilities_are_never_negative
  CHECK (amount >= 0 OR account LIKE 'ext:%' OR account LIKE 'conv:%'
         OR account IN ('pool:reorg-loss', 'pool:network-fees', 'pool:restore-loss', 'pool:corrections', 'pool:trading-fees'));

-- An order is a row before it is sent. Amounts in units of 10^-18, `price` of the quote for one whole coin of the base.
CREATE TABLE trade_orders (
  -- What the exchange is told that it is called, made by chance: no copy of this database gives it again.
  id text PRIMARY KEY CHECK (id ~ '^[a-z0-9][a-z0-9-]{0,17}$'),
  place text NOT NULL,
  -- From one on, without gaps: of two processes that planned by the same state one stores its order.
  number bigint NOT NULL CHECK (number > 0),
  base text NOT NULL,
  quote text NOT NULL CHECK (quote <> base),
  side text NOT NULL CHECK (side IN ('sell', 'buy')),
  amount numeric(78, 0) NOT NULL CHECK (amount > 0),
  price numeric(78, 0) NOT NULL CHECK (price > 0),
  -- The most that it can cost of the quote with the fee, or bring of it; and what it can be worth.
  value numeric(78, 0) NOT NULL CHECK (value > 0),
  usd numeric(78, 0) NOT NULL CHECK (usd >= 0),
  -- The agreed prices that it was planned by: what a coin is sold for, and bought for.
  base_usd text NOT NULL,
  base_ask_usd text NOT NULL,
  quote_usd text NOT NULL,
  quote_ask_usd text NOT NULL,
  operator text NOT NULL,
  stored_at timestamptz NOT NULL,
  -- `stored`: nothing has left. `sent`: it may have. `unknown`: it was not answered as one that was taken. `open`: the exchange has it. The others are
  -- its end: filled whole, in part or not at all, never taken.
  state text NOT NULL CHECK (state IN ('stored', 'sent', 'unknown', 'open', 'filled', 'cancelled', 'refused')),
  state_at timestamptz NOT NULL,
  -- Before the request left, with what could be given then of what it gives.
  sent_at timestamptz,
  available numeric(78, 0),
  -- The exchange's own id of it.
  exchange_id text,
  -- Of looks that have not found it, after it could not be taken any more: the first and the newest; and whether any look saw less than `available`.
  absent_from timestamptz,
  absent_until timestamptz,
  has_fallen boolean NOT NULL DEFAULT false,
  -- What it waits for, or why it ended.
  note text,
  UNIQUE (place, number),
  CHECK ((state = 'stored' OR (state = 'refused' AND sent_at IS NULL)) = (sent_at IS NULL)),
  CHECK (state NOT IN ('open', 'filled', 'cancelled') OR exchange_id IS NOT NULL)
);
-- One at a time at each exchange.
CREATE UNIQUE INDEX trade_orders_one_at_a_time ON trade_orders (place) WHERE state IN ('stored', 'sent', 'unknown', 'open');
CREATE INDEX trade_orders_by_time ON trade_orders (stored_at);
CREATE UNIQUE INDEX trade_orders_one_exchange_id ON trade_orders (place, exchange_id);

CREATE FUNCTION check_trade_order_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.id, OLD.place, OLD.number, OLD.base, OLD.quote, OLD.side, OLD.amount, OLD.price, OLD.value, OLD.usd, OLD.base_usd, OLD.base_ask_usd,
      OLD.quote_usd, OLD.quote_ask_usd, OLD.operator, OLD.stored_at)
     IS DISTINCT FROM (NEW.id, NEW.place, NEW.number, NEW.base, NEW.quote, NEW.side, NEW.amount, NEW.price, NEW.value, NEW.usd, NEW.base_usd,
      NEW.base_ask_usd, NEW.quote_usd, NEW.quote_ask_usd, NEW.operator, NEW.stored_at)
     OR OLD.sent_at IS NOT NULL AND (OLD.sent_at, OLD.available) IS DISTINCT FROM (NEW.sent_at, NEW.available)
     OR OLD.exchange_id IS NOT NULL AND OLD.exchange_id IS DISTINCT FROM NEW.exchange_id THEN
    RAISE EXCEPTION 'order % is frozen', OLD.id;
  END IF;
  IF OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (
      ('stored', 'sent'), ('stored', 'refused'), ('sent', 'unknown'), ('sent', 'open'), ('sent', 'refused'), ('unknown', 'open'),
      ('unknown', 'refused'), ('open', 'filled'), ('open', 'cancelled')) THEN
    RAISE EXCEPTION 'order % cannot become % from %', OLD.id, NEW.state, OLD.state;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER trade_orders_forward_only BEFORE UPDATE ON trade_orders FOR EACH ROW EXECUTE FUNCTION check_trade_order_change();
CREATE TRIGGER trade_orders_stay BEFORE DELETE ON trade_orders FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- What an exchange has traded for an order, each once, with its entry in the ledger.
CREATE TABLE trade_fills (
  place text NOT NULL,
  exchange_id text NOT NULL,
  order_id text NOT NULL REFERENCES trade_orders,
  entry_key text NOT NULL UNIQUE REFERENCES ledger_entries (key),
  amount numeric(78, 0) NOT NULL CHECK (amount > 0),
  value numeric(78, 0) NOT NULL CHECK (value > 0),
  price numeric(78, 0) NOT NULL CHECK (price > 0),
  -- [{ coin, amount }]: also what was taken in coins that the ledger has no account for.
  fees jsonb NOT NULL,
  -- What was given and got, less fees, by the prices that the order was planned by; in units of 10^-18 dollars.
  sold_usd numeric(78, 0) NOT NULL,
  bought_usd numeric(78, 0) NOT NULL,
  traded_at timestamptz NOT NULL,
  booked_at timestamptz NOT NULL,
  PRIMARY KEY (place, exchange_id)
);
CREATE INDEX trade_fills_of_order ON trade_fills (order_id);
CREATE TRIGGER trade_fills_append_only BEFORE UPDATE OR DELETE ON trade_fills FOR EACH ROW EXECUTE FUNCTION refuse_change();
