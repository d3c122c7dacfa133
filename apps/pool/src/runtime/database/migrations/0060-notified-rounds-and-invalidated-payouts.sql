-- Names only: no row changes its meaning. A payout that can never be confirmed is invalidated; a round's accounts are notified.
ALTER TABLE rounds RENAME COLUMN told_up_to TO notified_up_to;
ALTER INDEX rounds_untold RENAME TO rounds_unnotified;
ALTER INDEX referral_codes_whatever_the_case RENAME TO referral_codes_case_insensitive;
ALTER TABLE balances RENAME CONSTRAINT somebodys_money_is_never_negative TO liabilities_are_never_negative;
ALTER TRIGGER pool_identity_for_ever ON pool_identity RENAME TO pool_identity_immutable;

-- The guard allows no state that it does not know, and no step between two names of one state.
ALTER TABLE payouts DISABLE TRIGGER payouts_forward_only;
ALTER TABLE payouts DROP CONSTRAINT payouts_state_check, DROP CONSTRAINT payouts_verdict_check;
UPDATE payouts SET state = 'invalidated' WHERE state = 'dead_proven';
UPDATE payouts SET verdict = 'invalidated' WHERE verdict = 'dead';
ALTER TABLE payouts
  ADD CONSTRAINT payouts_state_check CHECK (state IN ('reserved', 'prepared', 'broadcasting', 'manual_review',
    'seen', 'invalidated', 'settled', 'released')),
  ADD CONSTRAINT payouts_verdict_check CHECK (verdict IN ('final', 'invalidated', 'gone'));
ALTER TABLE payouts ENABLE TRIGGER payouts_forward_only;

-- As in 0030, with the state's new name.
CREATE OR REPLACE FUNCTION check_payout_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.account_id, OLD.kind, OLD.utc_date, OLD.coin, OLD.network, OLD.address, OLD.memo, OLD.from_mining,
      OLD.from_referral, OLD.from_pool, OLD.amount, OLD.usd, OLD.reserved_at)
     IS DISTINCT FROM
     (NEW.account_id, NEW.kind, NEW.utc_date, NEW.coin, NEW.network, NEW.address, NEW.memo, NEW.from_mining,
      NEW.from_referral, NEW.from_pool, NEW.amount, NEW.usd, NEW.reserved_at) THEN
    RAISE EXCEPTION 'payout % is frozen since its reservation', OLD.id;
  END IF;
  IF OLD.signed IS NOT NULL AND (OLD.signed, OLD.txid, OLD.proof) IS DISTINCT FROM (NEW.signed, NEW.txid, NEW.proof) THEN
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
