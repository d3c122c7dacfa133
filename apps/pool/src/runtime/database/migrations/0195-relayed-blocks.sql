-- Of other pools' work that was judged here, by miner, algorithm and UTC day: blocks that it finds on average, and shares that were blocks. Who keeps
-- back blocks has fewer than that.
ALTER TABLE share_statistics
  ADD COLUMN relayed_expected numeric NOT NULL DEFAULT 0 CHECK (relayed_expected >= 0),
  ADD COLUMN relayed_found bigint NOT NULL DEFAULT 0 CHECK (relayed_found >= 0);

-- How long the work that another pool has paid for took, minutes without work apart; null of payments before this.
ALTER TABLE incomes ADD COLUMN worked_ms bigint CHECK (worked_ms >= 0);

-- Shares that were blocks of another pool's chain, by the hash of the block, and what our own nodes say of it. Nothing is credited by it.
CREATE TABLE relayed_blocks (
  upstream text NOT NULL,
  algorithm text NOT NULL,
  coin text NOT NULL,
  -- As nodes print it.
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  -- The block that it stands on.
  parent text NOT NULL CHECK (parent ~ '^[0-9a-f]{64}$'),
  found_at timestamptz NOT NULL,
  -- What that pool said of the share.
  answer text NOT NULL CHECK (answer IN ('accepted', 'refused', 'unanswered', 'late', 'unsent')),
  -- `lost`: our nodes have the block on a branch, or the one that it stands on. `missing`: they have never heard of it, and three blocks stand where it should.
  -- `unjudged`: no node of ours can say it.
  state text NOT NULL CHECK (state IN ('waiting', 'in-chain', 'lost', 'missing', 'unjudged')),
  state_at timestamptz NOT NULL,
  PRIMARY KEY (upstream, hash)
);
CREATE INDEX relayed_blocks_waiting ON relayed_blocks (found_at) WHERE state = 'waiting';
CREATE INDEX relayed_blocks_by_time ON relayed_blocks (upstream, found_at);
