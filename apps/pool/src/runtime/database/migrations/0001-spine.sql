-- What kind of money this database holds. Written once, at creation; the sandbox wall stands on it.
CREATE TABLE pool_identity (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  kind text NOT NULL CHECK (kind IN ('sandbox', 'real')),
  created_at timestamptz NOT NULL
);

CREATE TABLE accounts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL UNIQUE,
  coin text NOT NULL,
  network text NOT NULL,
  address text NOT NULL,
  memo text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  last_work_at timestamptz NOT NULL,
  -- The number of the account's newest event; taken under this row's lock, so that events have no gaps.
  last_seq bigint NOT NULL DEFAULT 0,
  UNIQUE (coin, address, memo)
);

CREATE TABLE workers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts,
  algorithm text NOT NULL,
  name text NOT NULL,
  code text,
  online boolean NOT NULL,
  -- When it last came online: hashrate is reckoned from here.
  online_since timestamptz NOT NULL,
  last_share_at timestamptz NOT NULL,
  UNIQUE (account_id, algorithm, name)
);
CREATE INDEX workers_silent ON workers (last_share_at) WHERE online;

-- One row a batch of accepted work: a repeated batch meets its own id here.
CREATE TABLE work_batches (
  id uuid PRIMARY KEY,
  algorithm text NOT NULL,
  shares bigint NOT NULL CHECK (shares > 0),
  work numeric(78, 0) NOT NULL CHECK (work > 0),
  recorded_at timestamptz NOT NULL
);
CREATE INDEX work_batches_old ON work_batches (recorded_at);

-- A span of time of one algorithm, closed by a block or after a minute: the unit of the PPLNS window.
CREATE TABLE slices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  algorithm text NOT NULL,
  opened_at timestamptz NOT NULL,
  closed_at timestamptz
);
CREATE UNIQUE INDEX slices_one_open ON slices (algorithm) WHERE closed_at IS NULL;
CREATE INDEX slices_newest ON slices (algorithm, id DESC);

CREATE TABLE slice_work (
  slice_id bigint NOT NULL REFERENCES slices ON DELETE CASCADE,
  account_id bigint NOT NULL REFERENCES accounts,
  worker_id bigint NOT NULL REFERENCES workers,
  code text NOT NULL DEFAULT '',
  -- Work that no proof stands behind: the demo fleet's. Never in a window of a verified algorithm.
  simulated boolean NOT NULL,
  work numeric(78, 0) NOT NULL CHECK (work > 0),
  shares bigint NOT NULL CHECK (shares > 0),
  PRIMARY KEY (slice_id, account_id, worker_id, code, simulated)
);

CREATE TABLE worker_minutes (
  worker_id bigint NOT NULL REFERENCES workers,
  minute timestamptz NOT NULL,
  work numeric(78, 0) NOT NULL CHECK (work > 0),
  shares bigint NOT NULL CHECK (shares > 0),
  PRIMARY KEY (worker_id, minute)
);
CREATE INDEX worker_minutes_old ON worker_minutes (minute);

-- A block candidate and the round it closes are one row, written before the share is acknowledged.
CREATE TABLE rounds (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  algorithm text NOT NULL,
  chain text NOT NULL,
  block_hash text NOT NULL CHECK (block_hash ~ '^[0-9a-f]{64}$'),
  block_height bigint NOT NULL,
  header bytea NOT NULL,
  coinbase bytea NOT NULL,
  network_work numeric(78, 0) NOT NULL CHECK (network_work > 0),
  -- The newest slice of the window: the one that this block closed.
  last_slice_id bigint NOT NULL REFERENCES slices,
  finder_account_id bigint NOT NULL REFERENCES accounts,
  finder_worker text NOT NULL,
  found_at timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('candidate', 'accepted', 'credited', 'refused', 'orphaned')),
  state_at timestamptz NOT NULL,
  refusal text,
  UNIQUE (chain, block_hash)
);
CREATE INDEX rounds_open ON rounds (state) WHERE state IN ('candidate', 'accepted');
CREATE INDEX rounds_newest ON rounds (algorithm, found_at DESC);

CREATE TABLE reward_lines (
  round_id bigint NOT NULL REFERENCES rounds,
  line int NOT NULL,
  asset text NOT NULL,
  amount numeric(78, 0) NOT NULL CHECK (amount > 0),
  PRIMARY KEY (round_id, line)
);

-- The books. An entry is written whole or not at all, and never touched again.
CREATE TABLE ledger_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key text NOT NULL UNIQUE,
  kind text NOT NULL,
  content_hash bytea NOT NULL,
  booked_at timestamptz NOT NULL
);

CREATE TABLE postings (
  entry_id bigint NOT NULL REFERENCES ledger_entries,
  line int NOT NULL,
  account text NOT NULL,
  asset text NOT NULL,
  amount numeric(78, 0) NOT NULL CHECK (amount <> 0),
  PRIMARY KEY (entry_id, line)
);
CREATE INDEX postings_of_account ON postings (account, asset, entry_id DESC);

CREATE TABLE balances (
  account text NOT NULL,
  asset text NOT NULL,
  amount numeric(78, 0) NOT NULL,
  PRIMARY KEY (account, asset),
  CONSTRAINT somebodys_money_is_never_negative
    CHECK (amount >= 0 OR account LIKE 'ext:%' OR account LIKE 'conv:%')
);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: correct it with a new entry', TG_TABLE_NAME;
END $$;
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER postings_append_only BEFORE UPDATE OR DELETE ON postings
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER pool_identity_for_ever BEFORE UPDATE OR DELETE ON pool_identity
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Holds even if the code is wrong: at commit every entry of this transaction sums to nothing in every asset.
CREATE FUNCTION check_entry_balances() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  off record;
BEGIN
  SELECT asset, sum(amount) AS amount INTO off
    FROM postings WHERE entry_id = NEW.id GROUP BY asset HAVING sum(amount) <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'ledger entry % is off by % units of %', NEW.key, off.amount, off.asset;
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_entry_balances();

-- Postings may only arrive together with their entry, in one transaction.
CREATE FUNCTION check_posting_is_new() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM ledger_entries WHERE id = NEW.entry_id AND xmin = pg_current_xact_id()::xid) THEN
    RAISE EXCEPTION 'ledger entry % is closed', NEW.entry_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER postings_with_their_entry BEFORE INSERT ON postings
  FOR EACH ROW EXECUTE FUNCTION check_posting_is_new();

-- What an account got from a round, with everything needed to check it by hand: the receipt.
CREATE TABLE credits (
  round_id bigint NOT NULL,
  line int NOT NULL,
  account_id bigint NOT NULL REFERENCES accounts,
  work numeric(78, 0) NOT NULL,
  round_work numeric(78, 0) NOT NULL,
  -- The account's part of the reward, in the mined asset.
  share numeric(78, 0) NOT NULL,
  coin text NOT NULL,
  rate text NOT NULL,
  rate_source text NOT NULL,
  rate_at timestamptz NOT NULL,
  usd_per_asset text NOT NULL,
  -- In the account's coin.
  gross numeric(78, 0) NOT NULL,
  fee numeric(78, 0) NOT NULL,
  fee_ppm int NOT NULL,
  credited numeric(78, 0) NOT NULL CHECK (credited = gross - fee),
  credited_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, round_id, line),
  FOREIGN KEY (round_id, line) REFERENCES reward_lines
);
CREATE INDEX credits_by_time ON credits (account_id, credited_at);

CREATE TABLE events (
  account_id bigint NOT NULL REFERENCES accounts,
  seq bigint NOT NULL,
  at timestamptz NOT NULL,
  type text NOT NULL CHECK (type IN ('worker', 'reward', 'payout', 'account')),
  body jsonb NOT NULL,
  PRIMARY KEY (account_id, seq)
);
CREATE INDEX events_old ON events (at);
