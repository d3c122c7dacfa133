-- Signed transactions that some of their payouts have left for another one over the same coins, before anything was handed out (decision 155).
LOCK TABLE payouts IN ACCESS EXCLUSIVE MODE;

CREATE TABLE payout_attempts (
  payout_id bigint NOT NULL REFERENCES payouts,
  -- What it was signed in before.
  txid text NOT NULL REFERENCES payout_transactions,
  replaced_at timestamptz NOT NULL,
  PRIMARY KEY (payout_id, txid)
);
CREATE INDEX payout_attempts_by_transaction ON payout_attempts (txid);
CREATE TRIGGER payout_attempts_append_only BEFORE UPDATE OR DELETE ON payout_attempts
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

ALTER TABLE payout_actions DROP CONSTRAINT payout_actions_action_check;
ALTER TABLE payout_actions ADD CONSTRAINT payout_actions_action_check
  CHECK (action IN ('hold', 'approve', 'release', 'retry', 'suspend', 'lift', 'rebuild'));

-- As in 0140, but that a payout whose transaction never left goes over to another one.
CREATE OR REPLACE FUNCTION check_payout_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.miner_id, OLD.kind, OLD.utc_date, OLD.coin, OLD.network, OLD.address, OLD.memo, OLD.from_mining,
      OLD.from_referral, OLD.from_pool, OLD.amount, OLD.usd, OLD.reserved_at)
     IS DISTINCT FROM
     (NEW.miner_id, NEW.kind, NEW.utc_date, NEW.coin, NEW.network, NEW.address, NEW.memo, NEW.from_mining,
      NEW.from_referral, NEW.from_pool, NEW.amount, NEW.usd, NEW.reserved_at) THEN
    RAISE EXCEPTION 'payout % is frozen since its reservation', OLD.id;
  END IF;
  IF OLD.txid IS NOT NULL AND OLD.txid IS DISTINCT FROM NEW.txid
     AND NOT (OLD.state = 'prepared' AND NEW.state = 'prepared' AND NEW.txid IS NOT NULL
              AND EXISTS (SELECT 1 FROM payout_attempts WHERE payout_id = OLD.id AND txid = OLD.txid)
              AND EXISTS (SELECT 1 FROM payout_transactions WHERE txid = OLD.txid AND state = 'signed' AND sends = 0)) THEN
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
