-- What an operator has the pool send from a wallet to a cold address of its own (decision 179). Its transaction is one like those of payouts, with
-- its claims. `planned`: nothing of it is stored yet. `final`: two nodes have it deep enough, and the ledger has it. `returned`: it can never be
-- confirmed, or was given up before anything was stored.
CREATE TABLE sweeps (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- What the signer knows it by: never given again, also where a copy of the database gives the id a second time.
  order_id text NOT NULL UNIQUE CHECK (order_id ~ '^sweep-[0-9a-z-]{1,34}$'),
  coin text NOT NULL,
  network text NOT NULL,
  address text NOT NULL,
  amount numeric(78, 0) NOT NULL CHECK (amount > 0),
  fee_max numeric(78, 0) NOT NULL CHECK (fee_max >= 0),
  state text NOT NULL CHECK (state IN ('planned', 'signed', 'sent', 'final', 'returned')),
  state_at timestamptz NOT NULL,
  txid text UNIQUE REFERENCES payout_transactions,
  -- Pays no one, in the place of the first: at most one of the two is ever confirmed.
  cancel_txid text REFERENCES payout_transactions,
  -- Its bytes were found after a copy of the database was put back, or are on their chain again after they had ended: it is none of those that are
  -- made one after another.
  found boolean NOT NULL DEFAULT false,
  planned_at timestamptz NOT NULL,
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  operator text NOT NULL,
  -- For the operator: what it waits for, or why it ended.
  note text,
  -- How often the ledger has it, and has had it taken back.
  bookings int NOT NULL DEFAULT 0 CHECK (bookings >= 0),
  -- Final, and its chain has lost it since.
  gone_at timestamptz,
  watched_at timestamptz,
  CHECK (txid IS NOT NULL OR state IN ('planned', 'returned')),
  CHECK (gone_at IS NULL OR state = 'final')
);
CREATE UNIQUE INDEX sweeps_one_at_a_time ON sweeps (network, coin) WHERE state IN ('planned', 'signed', 'sent') AND NOT found;

CREATE FUNCTION check_sweep_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.order_id, OLD.coin, OLD.network, OLD.address, OLD.amount, OLD.planned_at, OLD.reason, OLD.operator)
     IS DISTINCT FROM (NEW.order_id, NEW.coin, NEW.network, NEW.address, NEW.amount, NEW.planned_at, NEW.reason, NEW.operator)
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
CREATE TRIGGER sweeps_forward_only BEFORE UPDATE ON sweeps FOR EACH ROW EXECUTE FUNCTION check_sweep_change();
CREATE TRIGGER sweeps_stay BEFORE DELETE ON sweeps FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- What lies at cold addresses comes back, or is taken from there.
ALTER TABLE treasury_movements DROP CONSTRAINT treasury_movements_kind_check;
ALTER TABLE treasury_movements ADD CONSTRAINT treasury_movements_kind_check
  CHECK (kind IN ('deposit', 'top-up', 'withdrawal', 'correction', 'trade', 'cold-return', 'cold-withdrawal'));
