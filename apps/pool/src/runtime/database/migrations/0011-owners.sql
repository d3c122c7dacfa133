-- Who has worked for an account from where, by hour. A source is a keyed hash of an address, different for each account,
-- and forgotten after a week.
CREATE TABLE source_work (
  account_id bigint NOT NULL REFERENCES accounts,
  hour timestamptz NOT NULL,
  source text NOT NULL,
  work numeric(78, 0) NOT NULL CHECK (work > 0),
  PRIMARY KEY (account_id, hour, source)
);
CREATE INDEX source_work_old ON source_work (hour);

-- Asked for by a page, passed by a miner. Ids and tokens are known to the page only: what stands here is their hash.
CREATE TABLE owner_challenges (
  id_hash bytea PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts,
  action text NOT NULL CHECK (action IN ('pay', 'auto_pay', 'switch', 'cancel_switch')),
  -- What of the action is decided by its owner: on or off, a network; empty where nothing is.
  argument text NOT NULL,
  worker text NOT NULL,
  expires_at timestamptz NOT NULL,
  -- When a miner with the name came from a source that is not the owner's.
  strange_at timestamptz,
  proved_at timestamptz,
  token_hash bytea UNIQUE,
  used_at timestamptz,
  CHECK ((proved_at IS NULL) = (token_hash IS NULL)),
  CHECK (used_at IS NULL OR proved_at IS NOT NULL)
);
CREATE INDEX owner_challenges_worker ON owner_challenges (account_id, worker);
CREATE INDEX owner_challenges_old ON owner_challenges (expires_at);

-- Switches of network that are announced and not done; one an account.
CREATE TABLE network_switches (
  account_id bigint PRIMARY KEY REFERENCES accounts,
  network text NOT NULL,
  announced_at timestamptz NOT NULL,
  effective_at timestamptz NOT NULL
);
CREATE INDEX network_switches_due ON network_switches (effective_at);

CREATE INDEX payouts_open_by_account ON payouts (account_id) WHERE state NOT IN ('settled', 'released');
