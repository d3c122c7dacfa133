-- What a process of before writes must not come between the copy and the columns that go.
LOCK TABLE payouts IN ACCESS EXCLUSIVE MODE;

-- What goes on a chain is a row of its own: signed bytes, what the network takes, how often they were handed out and what became of them.
-- A payout names the transaction that pays it (decision 152).
CREATE TABLE payout_transactions (
  txid text PRIMARY KEY,
  network text NOT NULL,
  bytes bytea NOT NULL,
  -- What proves, one day, that these bytes can never be confirmed any more.
  proof jsonb NOT NULL,
  fee_asset text NOT NULL,
  -- What its bytes allow; once it is final or invalidated, what the chain took. In units of 10^-18.
  fee numeric(78, 0) NOT NULL CHECK (fee >= 0),
  -- `signed`: stored, and never handed out from here. `sent`: it may be anywhere. `final` and `invalidated` are the words of two nodes.
  state text NOT NULL CHECK (state IN ('signed', 'sent', 'final', 'invalidated')),
  state_at timestamptz NOT NULL,
  -- How often its bytes were handed to the network, and when last.
  sends int NOT NULL DEFAULT 0 CHECK (sends >= 0),
  last_sent_at timestamptz
);

-- What a transaction spends that no other one can spend as well: a coin, or the number of a sender. Rows are written in the
-- transaction that stores the bytes, so that of two processes that were given the same by their wallet one stores nothing. Freed where the
-- transaction is invalidated, and from the start where its bytes may have left and another one holds the same: it takes over what that one frees.
-- Transactions of before this table claim nothing: each of a sandbox spends a number that is drawn once.
CREATE TABLE payout_claims (
  network text NOT NULL,
  claim text NOT NULL,
  txid text NOT NULL REFERENCES payout_transactions,
  freed_at timestamptz,
  PRIMARY KEY (txid, claim)
);
CREATE UNIQUE INDEX payout_claims_taken_once ON payout_claims (network, claim) WHERE freed_at IS NULL;

-- Two payouts name one transaction where the first was released and its chain had it after all: the other one counts.
INSERT INTO payout_transactions (txid, network, bytes, proof, fee_asset, fee, state, state_at, sends, last_sent_at)
SELECT DISTINCT ON (txid) txid, network, signed, proof, fee_asset, fee,
       CASE WHEN state = 'prepared' THEN 'signed'
            WHEN state = 'settled' THEN 'final'
            WHEN state IN ('invalidated', 'released') THEN 'invalidated'
            ELSE 'sent' END, state_at, sends, last_sent_at
  FROM payouts WHERE txid IS NOT NULL ORDER BY txid, state = 'released', id DESC;

-- The constraints and the index of watched ones go with the columns.
ALTER TABLE payouts DROP COLUMN signed, DROP COLUMN proof, DROP COLUMN fee_asset, DROP COLUMN fee, DROP COLUMN sends, DROP COLUMN last_sent_at;
ALTER TABLE payouts
  ADD CONSTRAINT payouts_txid_fkey FOREIGN KEY (txid) REFERENCES payout_transactions,
  ADD CONSTRAINT payouts_signed_before_they_leave CHECK (txid IS NOT NULL OR state IN ('reserved', 'released'));
CREATE INDEX payouts_released_watched ON payouts (watched_at NULLS FIRST) WHERE state = 'released' AND txid IS NOT NULL;

CREATE FUNCTION check_transaction_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.txid, OLD.network, OLD.bytes, OLD.proof, OLD.fee_asset)
     IS DISTINCT FROM (NEW.txid, NEW.network, NEW.bytes, NEW.proof, NEW.fee_asset) THEN
    RAISE EXCEPTION 'transaction % has been signed', OLD.txid;
  END IF;
  -- The last two: what was given up is on its chain all the same, and is adopted.
  IF OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (
      ('signed', 'sent'), ('signed', 'invalidated'), ('sent', 'final'), ('sent', 'invalidated'), ('final', 'invalidated'),
      ('invalidated', 'signed'), ('invalidated', 'sent')) THEN
    RAISE EXCEPTION 'transaction % cannot become % from %', OLD.txid, NEW.state, OLD.state;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payout_transactions_forward_only BEFORE UPDATE ON payout_transactions
  FOR EACH ROW EXECUTE FUNCTION check_transaction_change();
CREATE TRIGGER payout_transactions_stay BEFORE DELETE ON payout_transactions
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE FUNCTION check_claim_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.network, OLD.claim, OLD.txid) IS DISTINCT FROM (NEW.network, NEW.claim, NEW.txid) THEN
    RAISE EXCEPTION 'a claim of transaction % stays', OLD.txid;
  END IF;
  IF NEW.freed_at IS NOT NULL AND (SELECT state FROM payout_transactions WHERE txid = OLD.txid) <> 'invalidated' THEN
    RAISE EXCEPTION 'transaction % may still be confirmed', OLD.txid;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payout_claims_held BEFORE UPDATE ON payout_claims
  FOR EACH ROW EXECUTE FUNCTION check_claim_change();
CREATE TRIGGER payout_claims_stay BEFORE DELETE ON payout_claims
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- As in 0078, without the columns that have gone.
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
