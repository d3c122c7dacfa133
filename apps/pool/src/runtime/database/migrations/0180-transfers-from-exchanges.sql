-- A transfer from an exchange to a wallet of the pool is a row before it is sent. Amounts in units of 10^-18.
CREATE TABLE place_transfers (
  -- What the exchange is told that it is called, where it keeps that; made by chance: no copy of this database gives it again.
  id text PRIMARY KEY CHECK (id ~ '^[a-z0-9][a-z0-9-]{0,17}$'),
  place text NOT NULL,
  -- From one on, without gaps: of two processes that planned by the same state one stores its transfer.
  number bigint NOT NULL CHECK (number > 0),
  coin text NOT NULL,
  network text NOT NULL,
  -- The wallet's own, as its network spells it.
  address text NOT NULL,
  -- What arrives, and the most that the exchange may take besides.
  amount numeric(78, 0) NOT NULL CHECK (amount > 0),
  fee_max numeric(78, 0) NOT NULL CHECK (fee_max >= 0),
  usd numeric(78, 0) NOT NULL CHECK (usd >= 0),
  operator text NOT NULL,
  stored_at timestamptz NOT NULL,
  -- `stored`: nothing has asked for it. `sent`: it may have been asked for. `unknown`: it was not answered as one that was taken. `taken`: the exchange has
  -- it, and the ledger does not yet. `left`: on its way in the ledger. The others are its end: in the wallet; given up by the exchange; never taken.
  state text NOT NULL CHECK (state IN ('stored', 'sent', 'unknown', 'taken', 'left', 'arrived', 'failed', 'refused')),
  state_at timestamptz NOT NULL,
  -- Before the request left, with what could be withdrawn then, and the exchange's ids of what it had let out of the coin before.
  sent_at timestamptz,
  available numeric(78, 0),
  known text[],
  exchange_id text,
  -- As the exchange's record has it, once it is booked; of both together, what trades had brought there.
  fee numeric(78, 0) CHECK (fee >= 0),
  of_bought numeric(78, 0) CHECK (of_bought >= 0),
  left_at timestamptz,
  txid text,
  -- Since when a block has its transaction: the wallet counts it, though it is not deep enough to be booked.
  held_at timestamptz,
  -- Of looks that have not found it, as of orders.
  absent_from timestamptz,
  absent_until timestamptz,
  has_fallen boolean NOT NULL DEFAULT false,
  -- What it waits for, or why it ended.
  note text,
  UNIQUE (place, number),
  UNIQUE (place, exchange_id),
  CHECK ((state = 'stored' OR (state = 'refused' AND sent_at IS NULL)) = (sent_at IS NULL)),
  CHECK (state NOT IN ('taken', 'left', 'arrived', 'failed') OR exchange_id IS NOT NULL),
  CHECK (state NOT IN ('left', 'arrived') OR (fee IS NOT NULL AND of_bought IS NOT NULL AND left_at IS NOT NULL))
);
-- One at a time at each exchange, until the ledger has it.
CREATE UNIQUE INDEX place_transfers_one_at_a_time ON place_transfers (place) WHERE state IN ('stored', 'sent', 'unknown', 'taken');
CREATE INDEX place_transfers_by_time ON place_transfers (stored_at);

CREATE FUNCTION check_place_transfer_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.id, OLD.place, OLD.number, OLD.coin, OLD.network, OLD.address, OLD.amount, OLD.fee_max, OLD.usd, OLD.operator, OLD.stored_at)
     IS DISTINCT FROM (NEW.id, NEW.place, NEW.number, NEW.coin, NEW.network, NEW.address, NEW.amount, NEW.fee_max, NEW.usd, NEW.operator, NEW.stored_at)
     OR OLD.sent_at IS NOT NULL AND (OLD.sent_at, OLD.available, OLD.known) IS DISTINCT FROM (NEW.sent_at, NEW.available, NEW.known)
     OR OLD.exchange_id IS NOT NULL AND OLD.exchange_id IS DISTINCT FROM NEW.exchange_id
     OR OLD.left_at IS NOT NULL AND (OLD.left_at, OLD.fee, OLD.of_bought) IS DISTINCT FROM (NEW.left_at, NEW.fee, NEW.of_bought) THEN
    RAISE EXCEPTION 'transfer % is frozen', OLD.id;
  END IF;
  IF OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (
      ('stored', 'sent'), ('stored', 'refused'), ('sent', 'unknown'), ('sent', 'taken'), ('sent', 'refused'), ('unknown', 'taken'),
      ('unknown', 'refused'), ('sent', 'left'), ('unknown', 'left'), ('taken', 'left'), ('sent', 'failed'), ('unknown', 'failed'),
      ('taken', 'failed'), ('taken', 'refused'), ('left', 'arrived'), ('left', 'failed')) THEN
    RAISE EXCEPTION 'transfer % cannot become % from %', OLD.id, NEW.state, OLD.state;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER place_transfers_forward_only BEFORE UPDATE ON place_transfers FOR EACH ROW EXECUTE FUNCTION check_place_transfer_change();
CREATE TRIGGER place_transfers_stay BEFORE DELETE ON place_transfers FOR EACH ROW EXECUTE FUNCTION refuse_change();
