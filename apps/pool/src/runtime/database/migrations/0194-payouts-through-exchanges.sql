-- A payout that leaves as a withdrawal from an account at an exchange: what was asked for, and what became of it. Amounts in units of 10^-18. A row is
-- written before anything leaves, by the one process that asks; `sent` from then on.
CREATE TABLE withdrawn_payouts (
  -- As payouts and journals name it.
  txid text PRIMARY KEY,
  place text NOT NULL,
  -- What the exchange is told that it is called, where it keeps that; of the payout, so that no other has it. Empty for one that only its record has.
  id text NOT NULL CHECK (id ~ '^([a-z0-9][a-z0-9-]{0,17})?$'),
  coin text NOT NULL,
  network text NOT NULL,
  address text NOT NULL,
  memo text NOT NULL,
  -- What arrives, and the most that the exchange may take besides.
  amount numeric(78, 0) NOT NULL CHECK (amount > 0),
  fee_max numeric(78, 0) NOT NULL CHECK (fee_max >= 0),
  -- `sent`: it may have been asked for. `unknown`: it was not answered as one that was taken, or no process of this database has begun it and it may have
  -- left all the same. `taken`: the exchange has it. `refused`: nothing has left, or the exchange has never taken it.
  state text NOT NULL CHECK (state IN ('sent', 'unknown', 'taken', 'refused')),
  state_at timestamptz NOT NULL,
  -- When it was asked for, at the earliest, and the exchange's ids of what it had let out of the coin before, where that is known.
  sent_at timestamptz NOT NULL,
  known text[],
  exchange_id text,
  -- Looks at which it was not found, and at which the exchange had what the ledger says to the unit: the first of them, and the last.
  absent_from timestamptz,
  absent_until timestamptz,
  -- Why it is what it is.
  note text,
  UNIQUE (place, exchange_id),
  CHECK (state <> 'taken' OR exchange_id IS NOT NULL)
);
CREATE INDEX withdrawn_payouts_by_coin ON withdrawn_payouts (place, coin);

CREATE FUNCTION check_withdrawn_payout_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.txid, OLD.place, OLD.id, OLD.coin, OLD.network, OLD.address, OLD.memo, OLD.amount, OLD.fee_max, OLD.sent_at, OLD.known)
     IS DISTINCT FROM (NEW.txid, NEW.place, NEW.id, NEW.coin, NEW.network, NEW.address, NEW.memo, NEW.amount, NEW.fee_max, NEW.sent_at, NEW.known)
     OR OLD.exchange_id IS NOT NULL AND OLD.exchange_id IS DISTINCT FROM NEW.exchange_id THEN
    RAISE EXCEPTION 'withdrawal % is frozen', OLD.txid;
  END IF;
  -- The last: what was held to be never taken shows in the record of the exchange after all.
  IF OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (
      ('sent', 'unknown'), ('sent', 'taken'), ('sent', 'refused'), ('unknown', 'taken'), ('unknown', 'refused'), ('refused', 'taken')) THEN
    RAISE EXCEPTION 'withdrawal % cannot become % from %', OLD.txid, NEW.state, OLD.state;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER withdrawn_payouts_forward_only BEFORE UPDATE ON withdrawn_payouts
  FOR EACH ROW EXECUTE FUNCTION check_withdrawn_payout_change();
CREATE TRIGGER withdrawn_payouts_stay BEFORE DELETE ON withdrawn_payouts FOR EACH ROW EXECUTE FUNCTION refuse_change();
