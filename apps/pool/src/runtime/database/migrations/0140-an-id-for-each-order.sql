-- What a signer and the journal know a payout by (decision 167). Its number is given again by a database that was set back; this never is.
LOCK TABLE payouts, payout_journal IN ACCESS EXCLUSIVE MODE;

ALTER TABLE payouts ADD COLUMN order_id text CHECK (order_id ~ '^[0-9a-z-]{1,40}$');
-- Under its number each may have been signed already, and must not be signed under another id.
UPDATE payouts SET order_id = id::text;
ALTER TABLE payouts ALTER COLUMN order_id SET NOT NULL;
ALTER TABLE payouts ADD CONSTRAINT payouts_order_id_key UNIQUE (order_id);

-- Null in lines of before.
ALTER TABLE payout_journal ADD COLUMN order_id text;

-- As in 0138, and what was signed keeps its id.
CREATE OR REPLACE FUNCTION check_payout_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.miner_id, OLD.kind, OLD.utc_date, OLD.coin, OLD.network, OLD.address, OLD.memo, OLD.from_mining,
      OLD.from_referral, OLD.from_pool, OLD.amount, OLD.usd, OLD.reserved_at)
     IS DISTINCT FROM
     (NEW.miner_id, NEW.kind, NEW.utc_date, NEW.coin, NEW.network, NEW.address, NEW.memo, NEW.from_mining,
      NEW.from_referral, NEW.from_pool, NEW.amount, NEW.usd, NEW.reserved_at) THEN
    RAISE EXCEPTION 'payout % is frozen since its reservation', OLD.id;
  END IF;
  IF OLD.txid IS NOT NULL AND OLD.txid IS DISTINCT FROM NEW.txid THEN
    RAISE EXCEPTION 'payout % has been signed', OLD.id;
  END IF;
  IF OLD.state <> 'reserved' AND OLD.order_id IS DISTINCT FROM NEW.order_id THEN
    RAISE EXCEPTION 'payout % has been signed', OLD.id;
  END IF;
  IF OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (
      ('reserved', 'prepared'), ('reserved', 'released'),
      ('prepared', 'broadcasting'), ('prepared', 'invalidated'),
      ('broadcasting', 'manual_review'), ('broadcasting', 'seen'), ('broadcasting', 'invalidated'),
      ('manual_review', 'seen'), ('manual_review', 'invalidated'),
      ('seen', 'settled'), ('seen', 'invalidated'),
      ('invalidated', 'released'), ('settled', 'released')) THEN
    RAISE EXCEPTION 'payout % cannot become % from %', OLD.id, NEW.state, OLD.state;
  END IF;
  IF OLD.state = 'settled' AND NEW.state = 'released' AND (NEW.reversed_at IS NULL OR OLD.gone_at IS NULL) THEN
    RAISE EXCEPTION 'payout % is settled', OLD.id;
  END IF;
  RETURN NEW;
END $$;
