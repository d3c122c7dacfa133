-- What the pool has paid to networks stands below zero in a place of its own.
ALTER TABLE balances DROP CONSTRAINT somebodys_money_is_never_negative;
ALTER TABLE balances ADD CONSTRAINT somebodys_money_is_never_negative
  CHECK (amount >= 0 OR account LIKE 'ext:%' OR account LIKE 'conv:%'
         OR account IN ('pool:reorg-loss', 'pool:network-fees'));

CREATE INDEX balances_inflight ON balances (account) WHERE account LIKE 'inflight:%' AND amount <> 0;

ALTER TABLE accounts ADD COLUMN auto_pay boolean NOT NULL DEFAULT false;
CREATE INDEX accounts_auto_pay ON accounts (id) WHERE auto_pay;

CREATE TABLE payouts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts,
  kind text NOT NULL CHECK (kind IN ('manual', 'auto')),
  -- The day, in UTC, that it counts for.
  utc_date date NOT NULL,
  -- Where it goes, as it was when it was reserved.
  coin text NOT NULL,
  network text NOT NULL,
  address text NOT NULL,
  memo text NOT NULL,
  -- What it takes from which balance, in units of 10^-18.
  from_mining numeric(78, 0) NOT NULL CHECK (from_mining >= 0),
  from_referral numeric(78, 0) NOT NULL CHECK (from_referral >= 0),
  amount numeric(78, 0) NOT NULL CHECK (amount > 0 AND amount = from_mining + from_referral),
  -- In units of 10^-18 dollars, at the price of that moment; null where there was none.
  usd numeric(78, 0) CHECK (usd >= 0),
  reserved_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'reserved' CHECK (state IN ('reserved', 'prepared', 'broadcasting', 'manual_review',
    'seen', 'dead_proven', 'settled', 'released')),
  state_at timestamptz NOT NULL,
  -- Why it waits for the operator before anything is signed.
  hold text CHECK (hold IN ('over-account-cap', 'over-run-cap', 'over-day-cap', 'no-price', 'operator')),
  -- What its owner is told when it failed.
  reason text,
  -- What the operator is told of the last attempt.
  note text,
  signed bytea,
  txid text UNIQUE,
  -- What proves, one day, that these bytes can never be confirmed any more.
  proof jsonb,
  fee_asset text,
  fee numeric(78, 0) CHECK (fee >= 0),
  sends int NOT NULL DEFAULT 0 CHECK (sends >= 0),
  sent_at timestamptz,
  last_sent_at timestamptz,
  confirmations int NOT NULL DEFAULT 0 CHECK (confirmations >= 0),
  confirmations_needed int NOT NULL DEFAULT 0 CHECK (confirmations_needed >= 0),
  ended_at timestamptz,
  valued_btc numeric(78, 0) CHECK (valued_btc >= 0),
  CONSTRAINT payouts_signed_whole CHECK (
    num_nonnulls(signed, txid, proof, fee_asset, fee) IN (0, 5)),
  CONSTRAINT payouts_signed_before_they_leave CHECK (signed IS NOT NULL OR state IN ('reserved', 'released')),
  CONSTRAINT payouts_held_before_they_are_signed CHECK (hold IS NULL OR state IN ('reserved', 'prepared', 'released')),
  CONSTRAINT payouts_end CHECK ((ended_at IS NOT NULL) = (state IN ('settled', 'released')))
);
-- One that failed gave its money back and does not count.
CREATE UNIQUE INDEX payouts_one_manual_a_day ON payouts (account_id, utc_date)
  WHERE kind = 'manual' AND state <> 'released';
CREATE UNIQUE INDEX payouts_one_auto_a_day ON payouts (account_id, utc_date) WHERE kind = 'auto';
CREATE INDEX payouts_of_account ON payouts (account_id, id DESC);
CREATE INDEX payouts_open ON payouts (id) WHERE state NOT IN ('settled', 'released');
CREATE INDEX payouts_unvalued ON payouts (id) WHERE state = 'settled' AND valued_btc IS NULL;

-- Holds even if the code is wrong: what was decided stays, what was signed stays, and the state only takes the edges there are.
CREATE FUNCTION check_payout_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.account_id, OLD.kind, OLD.utc_date, OLD.coin, OLD.network, OLD.address, OLD.memo, OLD.from_mining,
      OLD.from_referral, OLD.amount, OLD.usd, OLD.reserved_at)
     IS DISTINCT FROM
     (NEW.account_id, NEW.kind, NEW.utc_date, NEW.coin, NEW.network, NEW.address, NEW.memo, NEW.from_mining,
      NEW.from_referral, NEW.amount, NEW.usd, NEW.reserved_at) THEN
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
      ('dead_proven', 'released')) THEN
    RAISE EXCEPTION 'payout % cannot become % from %', OLD.id, NEW.state, OLD.state;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payouts_forward_only BEFORE UPDATE ON payouts
  FOR EACH ROW EXECUTE FUNCTION check_payout_change();
CREATE TRIGGER payouts_stay BEFORE DELETE ON payouts
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- One automatic run a UTC day, whatever restarts and however many processes there are.
CREATE TABLE payout_runs (
  run_date date PRIMARY KEY,
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  usd numeric(78, 0) NOT NULL DEFAULT 0 CHECK (usd >= 0)
);

-- What was reserved on a UTC day without an approval. Its row is locked by whoever reserves, so that two cannot pass under one cap.
CREATE TABLE payout_days (
  utc_date date PRIMARY KEY,
  usd numeric(78, 0) NOT NULL DEFAULT 0 CHECK (usd >= 0)
);

-- Networks on which nothing may leave, because of a doubt; `*` is all of them. Only an operator lifts one, and says why.
CREATE TABLE payout_suspensions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  network text NOT NULL,
  reason text NOT NULL,
  detail text NOT NULL,
  -- Up to where in the payout journal it looked; what an operator has lifted is not looked at again.
  mark text,
  since timestamptz NOT NULL,
  lifted_at timestamptz,
  lifted_why text,
  CHECK ((lifted_at IS NULL) = (lifted_why IS NULL))
);
CREATE UNIQUE INDEX payout_suspensions_one_open ON payout_suspensions (network) WHERE lifted_at IS NULL;

-- What operators did to payouts, and why.
CREATE TABLE payout_actions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  action text NOT NULL CHECK (action IN ('hold', 'approve', 'release', 'retry', 'suspend', 'lift')),
  payout_id bigint REFERENCES payouts,
  network text,
  why text NOT NULL
);
CREATE TRIGGER payout_actions_append_only BEFORE UPDATE OR DELETE ON payout_actions
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
