-- What a restore found missing in a balance that was paid out after the backup stands below zero in an account of its own.
ALTER TABLE balances DROP CONSTRAINT somebodys_money_is_never_negative;
ALTER TABLE balances ADD CONSTRAINT somebodys_money_is_never_negative
  CHECK (amount >= 0 OR account LIKE 'ext:%' OR account LIKE 'conv:%'
         OR account IN ('pool:reorg-loss', 'pool:network-fees', 'pool:restore-loss'));

-- Every life of this database: its creation, and each restore of a backup. Each line of a payout journal names the one it was written in.
CREATE TABLE payout_epochs (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id uuid NOT NULL UNIQUE,
  origin text NOT NULL CHECK (origin IN ('created', 'restored')),
  began_at timestamptz NOT NULL,
  -- Of which moment the restored backup is.
  backup_at timestamptz,
  CHECK ((origin = 'restored') = (backup_at IS NOT NULL))
);
CREATE TRIGGER payout_epochs_append_only BEFORE UPDATE OR DELETE ON payout_epochs
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Every transaction that may have left, for all processes to see: `sent` by one of them, found in the `file` of a journal, or on the
-- `chain` by a comparison. The same lines stand in the journal file of the process that sent them.
CREATE TABLE payout_journal (
  position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  txid text NOT NULL UNIQUE,
  payout bigint NOT NULL,
  network text NOT NULL,
  coin text NOT NULL,
  address text NOT NULL,
  memo text NOT NULL,
  amount numeric(78, 0) NOT NULL CHECK (amount > 0),
  bytes bytea NOT NULL,
  proof jsonb NOT NULL,
  at timestamptz NOT NULL,
  origin text NOT NULL CHECK (origin IN ('sent', 'file', 'chain'))
);
CREATE INDEX payout_journal_of_payout ON payout_journal (payout);
CREATE TRIGGER payout_journal_append_only BEFORE UPDATE OR DELETE ON payout_journal
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Comparisons with what the wallets themselves say has left. A suspension after a rollback is lifted only after one that found nothing.
CREATE TABLE payout_comparisons (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  compared_at timestamptz NOT NULL,
  since timestamptz NOT NULL,
  transactions int NOT NULL,
  unknown int NOT NULL,
  actor text NOT NULL
);
CREATE TRIGGER payout_comparisons_append_only BEFORE UPDATE OR DELETE ON payout_comparisons
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- An adopted payout left before the database knew of it; what its balance lacked the pool bore.
DO $$
DECLARE
  old text;
BEGIN
  FOR old IN SELECT conname FROM pg_constraint
              WHERE conrelid = 'payouts'::regclass AND contype = 'c'
                AND (pg_get_constraintdef(oid) LIKE '%''manual''%' OR pg_get_constraintdef(oid) LIKE '%from_mining + from_referral%') LOOP
    EXECUTE format('ALTER TABLE payouts DROP CONSTRAINT %I', old);
  END LOOP;
END $$;
ALTER TABLE payouts
  ADD COLUMN from_pool numeric(78, 0) NOT NULL DEFAULT 0 CHECK (from_pool >= 0),
  -- What two nodes agreed on, and since when; it counts when they still agree after a delay.
  ADD COLUMN verdict text CHECK (verdict IN ('final', 'dead', 'gone')),
  ADD COLUMN verdict_at timestamptz,
  -- What the nodes still have to say, or agree on.
  ADD COLUMN awaited text,
  -- When a settled payout was last looked for on its chain, and when it was found to be gone from it.
  ADD COLUMN watched_at timestamptz,
  ADD COLUMN gone_at timestamptz,
  -- When an operator gave the money of a settled payout back, because its chain has lost it for good.
  ADD COLUMN reversed_at timestamptz,
  ADD CONSTRAINT payouts_kind_known CHECK (kind IN ('manual', 'auto', 'adopted')),
  ADD CONSTRAINT payouts_parts_add_up CHECK (amount > 0 AND amount = from_mining + from_referral + from_pool),
  ADD CONSTRAINT payouts_pool_pays_adopted_only CHECK (from_pool = 0 OR kind = 'adopted'),
  ADD CONSTRAINT payouts_verdict_whole CHECK ((verdict IS NULL) = (verdict_at IS NULL)),
  ADD CONSTRAINT payouts_reversed_are_released CHECK (reversed_at IS NULL OR state = 'released');
CREATE INDEX payouts_watched ON payouts (watched_at NULLS FIRST) WHERE state = 'settled';

-- As before, and: a settled payout that its chain has lost may be released, once.
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
      ('prepared', 'broadcasting'), ('prepared', 'dead_proven'),
      ('broadcasting', 'manual_review'), ('broadcasting', 'seen'), ('broadcasting', 'dead_proven'),
      ('manual_review', 'seen'), ('manual_review', 'dead_proven'),
      ('seen', 'settled'), ('seen', 'dead_proven'),
      ('dead_proven', 'released'), ('settled', 'released')) THEN
    RAISE EXCEPTION 'payout % cannot become % from %', OLD.id, NEW.state, OLD.state;
  END IF;
  IF OLD.state = 'settled' AND NEW.state = 'released' AND (NEW.reversed_at IS NULL OR OLD.gone_at IS NULL) THEN
    RAISE EXCEPTION 'payout % is settled', OLD.id;
  END IF;
  RETURN NEW;
END $$;
