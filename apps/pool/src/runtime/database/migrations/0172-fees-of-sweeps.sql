-- Of what a network takes the fee of a sweep, and what `fee_max` is of (decision 179): of a token it is the coin of its network. Those from before are
-- of no token.
ALTER TABLE sweeps ADD COLUMN fee_asset text;
UPDATE sweeps SET fee_asset = coin;
ALTER TABLE sweeps ALTER COLUMN fee_asset SET NOT NULL;

CREATE OR REPLACE FUNCTION check_sweep_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.order_id, OLD.coin, OLD.network, OLD.address, OLD.amount, OLD.planned_at, OLD.reason, OLD.operator, OLD.place, OLD.fee_asset)
     IS DISTINCT FROM (NEW.order_id, NEW.coin, NEW.network, NEW.address, NEW.amount, NEW.planned_at, NEW.reason, NEW.operator, NEW.place, NEW.fee_asset)
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
