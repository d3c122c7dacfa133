-- Accounts at exchanges as places of the pool's own money (decision 192). A sweep goes to a cold address, or to the exchange that `place` names.
ALTER TABLE sweeps ADD COLUMN place text;

CREATE OR REPLACE FUNCTION check_sweep_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.order_id, OLD.coin, OLD.network, OLD.address, OLD.amount, OLD.planned_at, OLD.reason, OLD.operator, OLD.place)
     IS DISTINCT FROM (NEW.order_id, NEW.coin, NEW.network, NEW.address, NEW.amount, NEW.planned_at, NEW.reason, NEW.operator, NEW.place)
     -- Out of the same coins the same bytes are signed again: one that was ended before it was sent leaves them to the next.
     OR OLD.txid IS NOT NULL AND OLD.txid IS DISTINCT FROM NEW.txid
        AND NOT (NEW.txid IS NULL AND (OLD.state, NEW.state) = ('returned', 'returned') AND OLD.bookings = 0 AND OLD.cancel_txid IS NULL) THEN
    RAISE EXCEPTION 'sweep % is frozen', OLD.id;
  END IF;
  IF NEW.cancel_txid IS NOT NULL AND NEW.cancel_txid IS DISTINCT FROM OLD.cancel_txid
     AND NOT EXISTS (SELECT 1 FROM payout_claims AS one JOIN payout_claims AS two USING (network, claim)
                      WHERE one.txid = NEW.txid AND two.txid = NEW.cancel_txid) THEN
    RAISE EXCEPTION 'sweep % could be confirmed beside %', OLD.id, NEW.cancel_txid;
  END IF;
  -- The last two: a branch of its chain was given up, and what had ended is on it all the same.
  IF OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (
      ('planned', 'signed'), ('planned', 'sent'), ('planned', 'returned'), ('signed', 'sent'), ('signed', 'final'),
      ('signed', 'returned'), ('sent', 'final'), ('sent', 'returned'), ('final', 'returned'), ('returned', 'sent')) THEN
    RAISE EXCEPTION 'sweep % cannot become % from %', OLD.id, NEW.state, OLD.state;
  END IF;
  RETURN NEW;
END $$;

-- Asked by one process at a time. `fault`: why it did not answer the last time.
CREATE TABLE places (
  name text PRIMARY KEY,
  asked_at timestamptz,
  answered_at timestamptz,
  fault text
);

-- Where an exchange itself has said that it takes a coin, never typed. It may say another address later, and still take what comes to the first.
CREATE TABLE place_addresses (
  place text NOT NULL,
  coin text NOT NULL,
  network text NOT NULL,
  address text NOT NULL,
  answered_at timestamptz NOT NULL,
  PRIMARY KEY (place, coin, network, address)
);

-- What an exchange said of a coin, and how that stood against the ledger, as of the newest look.
CREATE TABLE place_balances (
  place text NOT NULL,
  coin text NOT NULL,
  -- Since when the ledger knows of the coin there; null while an operator has not begun it.
  opened_at timestamptz,
  state text NOT NULL CHECK (state IN ('equal', 'difference', 'unknown')),
  -- The same by two readings between which nothing moved; null where they were not.
  said numeric(78, 0),
  difference numeric(78, 0) NOT NULL,
  looked_at timestamptz NOT NULL,
  -- When the state, or what differs, last changed.
  since timestamptz NOT NULL,
  equal_at timestamptz,
  note text,
  PRIMARY KEY (place, coin),
  CHECK (state <> 'equal' OR difference = 0),
  CHECK (state <> 'difference' OR difference <> 0)
);

-- A final sweep to an exchange until the exchange's own record names its transaction. `undone`: its chain has given it up for good.
CREATE TABLE place_transits (
  sweep bigint PRIMARY KEY REFERENCES sweeps,
  place text NOT NULL,
  coin text NOT NULL,
  network text NOT NULL,
  txid text NOT NULL,
  amount numeric(78, 0) NOT NULL CHECK (amount > 0),
  state text NOT NULL CHECK (state IN ('open', 'arrived', 'written-off', 'undone')),
  -- How often the ledger has moved it.
  moves int NOT NULL DEFAULT 0 CHECK (moves >= 0),
  -- When the sweep left, so that the exchange's record is asked since then.
  left_at timestamptz NOT NULL,
  opened_at timestamptz NOT NULL,
  state_at timestamptz NOT NULL,
  -- The exchange's name of the deposit that was credited.
  record text,
  -- Why what the exchange says of it is not booked.
  note text,
  CHECK (state <> 'arrived' OR record IS NOT NULL)
);
-- One deposit of the exchange stands for one transfer.
CREATE UNIQUE INDEX place_transits_one_record ON place_transits (place, record) WHERE state = 'arrived';

CREATE FUNCTION check_place_transit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.sweep, OLD.place, OLD.coin, OLD.network, OLD.txid, OLD.amount, OLD.left_at)
     IS DISTINCT FROM (NEW.sweep, NEW.place, NEW.coin, NEW.network, NEW.txid, NEW.amount, NEW.left_at)
     OR NEW.moves < OLD.moves THEN
    RAISE EXCEPTION 'transit of sweep % is frozen', OLD.sweep;
  END IF;
  IF OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (
      ('open', 'arrived'), ('open', 'written-off'), ('written-off', 'arrived'), ('open', 'undone'), ('arrived', 'undone'),
      ('written-off', 'undone'), ('undone', 'open')) THEN
    RAISE EXCEPTION 'transit of sweep % cannot become % from %', OLD.sweep, NEW.state, OLD.state;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER place_transits_forward_only BEFORE UPDATE ON place_transits FOR EACH ROW EXECUTE FUNCTION check_place_transit_change();
CREATE TRIGGER place_transits_stay BEFORE DELETE ON place_transits FOR EACH ROW EXECUTE FUNCTION refuse_change();
