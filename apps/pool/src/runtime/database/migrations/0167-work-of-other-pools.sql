-- Work that another pool gave (decision 186): which, and what a block of its network took then. It is in no window of a block: what it earns is
-- what that pool pays.
ALTER TABLE slices
  ADD COLUMN upstream text,
  ADD COLUMN network_work numeric(78, 0) CHECK (network_work > 0),
  ADD CONSTRAINT slices_say_what_a_block_took CHECK ((upstream IS NULL) = (network_work IS NULL));
DROP INDEX slices_one_open;
CREATE UNIQUE INDEX slices_one_open ON slices (algorithm) WHERE closed_at IS NULL AND upstream IS NULL;
CREATE UNIQUE INDEX slices_one_open_relayed ON slices (algorithm, upstream) WHERE closed_at IS NULL AND upstream IS NOT NULL;
DROP INDEX slices_newest;
CREATE INDEX slices_newest ON slices (algorithm, id DESC) WHERE upstream IS NULL;
CREATE INDEX slices_relayed ON slices (algorithm, upstream, id) WHERE upstream IS NOT NULL;

ALTER TABLE parked_batches
  ADD COLUMN upstream text,
  ADD COLUMN network_work numeric(78, 0),
  ADD CONSTRAINT parked_batches_say_what_a_block_took CHECK ((upstream IS NULL) = (network_work IS NULL));

-- A round is a block, or what another pool paid: that has no finder.
ALTER TABLE rounds
  ADD COLUMN upstream text,
  ALTER COLUMN finder_id DROP NOT NULL,
  ADD CONSTRAINT rounds_of_blocks_have_a_finder CHECK ((upstream IS NULL) = (finder_id IS NOT NULL));
DROP INDEX rounds_by_time;
CREATE INDEX rounds_by_time ON rounds (found_at DESC, id DESC) WHERE upstream IS NULL;

-- What other pools paid, and for which slices: those after one up to another.
CREATE TABLE incomes (
  round_id bigint PRIMARY KEY REFERENCES rounds,
  upstream text NOT NULL,
  algorithm text NOT NULL,
  asset text NOT NULL,
  network text NOT NULL,
  amount numeric(78, 0) NOT NULL CHECK (amount > 0),
  -- The output that paid it, `txid:vout`.
  reference text NOT NULL CHECK (reference ~ '^[0-9a-f]{64}:(0|[1-9][0-9]{0,9})$'),
  after_slice bigint NOT NULL CHECK (after_slice >= 0),
  last_slice bigint NOT NULL CHECK (last_slice > after_slice),
  worked_from timestamptz NOT NULL,
  worked_until timestamptz NOT NULL CHECK (worked_until >= worked_from),
  work numeric(78, 0) NOT NULL CHECK (work > 0),
  -- The blocks that its work finds on average, in units of 10^-18.
  blocks numeric(78, 0) NOT NULL CHECK (blocks >= 0),
  -- Of the other pool, in millionths, as its operator says.
  upstream_fee_ppm int NOT NULL CHECK (upstream_fee_ppm BETWEEN 0 AND 1000000),
  reason text NOT NULL,
  operator text NOT NULL,
  booked_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX incomes_once ON incomes (asset, reference);
CREATE INDEX incomes_of_upstream ON incomes (algorithm, upstream, last_slice DESC, round_id DESC);
CREATE TRIGGER incomes_append_only BEFORE UPDATE OR DELETE ON incomes FOR EACH ROW EXECUTE FUNCTION refuse_change();
