-- A payout goes over to another transaction also after its first one was sent: a dearer one, or back to the one that its chain has executed
-- (decision 172). All that it was ever signed in share a claim with each other, so that at most one of them can be confirmed.
LOCK TABLE payouts, payout_attempts IN ACCESS EXCLUSIVE MODE;

-- The first transaction, other than the named one, that was signed for a payout and could be confirmed beside that; null where there is none.
CREATE FUNCTION attempt_beside(of_payout bigint, named text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT other.txid
    FROM (SELECT attempt.txid FROM payout_attempts AS attempt WHERE attempt.payout_id = of_payout
           UNION SELECT payouts.txid FROM payouts WHERE payouts.id = of_payout) AS other
   WHERE other.txid IS NOT NULL AND other.txid <> named
     AND NOT EXISTS (SELECT 1 FROM payout_claims AS one JOIN payout_claims AS two USING (network, claim)
                      WHERE one.txid = other.txid AND two.txid = named)
   ORDER BY other.txid LIMIT 1
$$;

CREATE FUNCTION check_attempt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- One at a time: two that share nothing would not see each other.
  PERFORM 1 FROM payouts WHERE id = NEW.payout_id FOR UPDATE;
  IF attempt_beside(NEW.payout_id, NEW.txid) IS NOT NULL THEN
    RAISE EXCEPTION 'payout % could be paid by % and by %', NEW.payout_id, NEW.txid, attempt_beside(NEW.payout_id, NEW.txid);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payout_attempts_exclude_each_other BEFORE INSERT ON payout_attempts
  FOR EACH ROW EXECUTE FUNCTION check_attempt();

ALTER TABLE payout_actions DROP CONSTRAINT payout_actions_action_check;
ALTER TABLE payout_actions ADD CONSTRAINT payout_actions_action_check
  CHECK (action IN ('hold', 'approve', 'release', 'retry', 'suspend', 'lift', 'rebuild', 'bump', 'switch'));

-- As in 0141, but that a payout goes over to another transaction where the two exclude each other.
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
     AND NOT (OLD.state = NEW.state AND OLD.state IN ('prepared', 'broadcasting', 'manual_review', 'seen', 'settled', 'released')
              AND NEW.txid IS NOT NULL
              AND EXISTS (SELECT 1 FROM payout_attempts WHERE payout_id = OLD.id AND txid = OLD.txid)
              AND attempt_beside(OLD.id, NEW.txid) IS NULL) THEN
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
