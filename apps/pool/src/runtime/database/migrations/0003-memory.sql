-- What the 24-hour chart is drawn from: one row per account, algorithm and ten minutes, so that a chart is one range of one index
-- however many workers the account has.
CREATE TABLE account_ten_minutes (
  account_id bigint NOT NULL REFERENCES accounts,
  -- When the ten minutes begin.
  at timestamptz NOT NULL,
  algorithm text NOT NULL,
  work numeric(78, 0) NOT NULL CHECK (work > 0),
  shares bigint NOT NULL CHECK (shares > 0),
  PRIMARY KEY (account_id, at, algorithm)
);
CREATE INDEX account_ten_minutes_old ON account_ten_minutes (at);

INSERT INTO account_ten_minutes (account_id, at, algorithm, work, shares)
SELECT account_id, date_bin('10 minutes', minute, 'epoch'), algorithm, sum(worker_minutes.work), sum(shares)
  FROM worker_minutes JOIN workers ON workers.id = worker_id
 GROUP BY 1, 2, 3;

-- The work in rows that retention has cleared away. What is still there plus what stands here is all the work ever recorded,
-- and it is the same by batch, by slice, by minute and by ten minutes.
CREATE TABLE cleared_work (
  source text NOT NULL CHECK (source IN ('batches', 'slices', 'minutes', 'ten_minutes')),
  algorithm text NOT NULL,
  work numeric(78, 0) NOT NULL,
  shares numeric(78, 0) NOT NULL,
  cleared bigint NOT NULL,
  PRIMARY KEY (source, algorithm)
);

-- A slice that a round ended with stays when its work is cleared away.
ALTER TABLE slices ADD COLUMN cleared_at timestamptz;
CREATE INDEX slices_kept ON slices (algorithm, id) WHERE cleared_at IS NULL;

-- Foreign keys are looked up here when workers and slices are cleared away, and what is still needed of them.
CREATE INDEX slice_work_of_worker ON slice_work (worker_id);
CREATE INDEX rounds_last_slice ON rounds (last_slice_id);
CREATE INDEX workers_offline ON workers (last_share_at) WHERE NOT online;
CREATE INDEX rounds_unsettled ON rounds (algorithm, last_slice_id) WHERE state NOT IN ('credited', 'refused', 'orphaned');
CREATE INDEX rounds_settled ON rounds (algorithm, state_at DESC) WHERE state IN ('credited', 'refused', 'orphaned');
CREATE INDEX rounds_credited_newest ON rounds (algorithm, state_at DESC) WHERE state = 'credited';

-- Everything ever paid out, valued in BTC when it was paid, in units of 10^-18. Written where a payout settles.
CREATE TABLE paid_total (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  btc numeric(78, 0) NOT NULL CHECK (btc >= 0)
);
