-- What other pools say of our accounts with them, by their public pages (decision 183). Their word: nothing here credits anything.
-- Asked by one process at a time. `fault`: why a pool did not answer the last time; `next_at`: before that it is not asked again.
CREATE TABLE upstream_statements (
  upstream text NOT NULL,
  algorithm text NOT NULL,
  asset text NOT NULL,
  -- What is kept is of this account, in the unit that its decimals say.
  account text NOT NULL,
  asked_since timestamptz NOT NULL,
  next_at timestamptz,
  failures int NOT NULL DEFAULT 0 CHECK (failures >= 0),
  fault text,
  answered_at timestamptz,
  -- How long a payment may take until it is in a wallet.
  arrives_within_ms bigint NOT NULL CHECK (arrives_within_ms > 0),
  paid numeric(78, 0),
  owed numeric(78, 0),
  immature numeric(78, 0),
  -- Of its counter of payments: what no line explains because it was paid before the first look.
  paid_before numeric(78, 0),
  -- Its counter has less than that since then, and this at most since.
  lower_since timestamptz,
  lower_most numeric(78, 0),
  -- What its counter has more than its list of payments explains, and since when.
  unnamed numeric(78, 0) NOT NULL DEFAULT 0 CHECK (unnamed >= 0),
  unnamed_since timestamptz,
  PRIMARY KEY (upstream, algorithm),
  CHECK ((unnamed > 0) = (unnamed_since IS NOT NULL)),
  CHECK ((lower_since IS NULL) = (lower_most IS NULL)),
  CHECK ((answered_at IS NULL) = (paid IS NULL))
);

-- A payment that another pool says it has made: open until what it paid is booked, or that pool names it no more. `earlier`: said at the first
-- look, and older than a payment may take then: of before that pool's pages were read.
CREATE TABLE upstream_lines (
  upstream text NOT NULL,
  algorithm text NOT NULL,
  asset text NOT NULL,
  txid text NOT NULL CHECK (txid ~ '^[0-9a-f]{64}$'),
  amount numeric(78, 0) NOT NULL CHECK (amount > 0),
  state text NOT NULL CHECK (state IN ('open', 'arrived', 'taken-back', 'earlier')),
  -- By the other pool's clock.
  said_at timestamptz NOT NULL,
  -- By ours.
  seen_at timestamptz NOT NULL,
  state_at timestamptz NOT NULL,
  -- As of the newest look: the wallets hold so much more than the ledger says. It waits for income add then.
  is_held boolean NOT NULL DEFAULT false,
  -- Since when its pool does not name it any more.
  gone_since timestamptz,
  PRIMARY KEY (upstream, algorithm, txid)
);
CREATE INDEX upstream_lines_open ON upstream_lines (asset, seen_at) WHERE state = 'open';

-- What another pool counted of our work, look by look, for some days.
CREATE TABLE upstream_counts (
  upstream text NOT NULL,
  algorithm text NOT NULL,
  at timestamptz NOT NULL,
  -- Hashes a second.
  hashrate numeric(78, 0),
  -- Hashes since its account began.
  hashes numeric(78, 0),
  PRIMARY KEY (upstream, algorithm, at)
);
-- What is compared is of hours; slices that no payment covers may be of months.
CREATE INDEX slices_relayed_by_time ON slices (algorithm, upstream, opened_at) WHERE upstream IS NOT NULL;
