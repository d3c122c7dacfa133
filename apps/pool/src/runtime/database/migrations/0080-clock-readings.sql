-- What the clocks of the pool's processes said, and after what: a date that is later than a reading after it is of a clock that was ahead.
CREATE TABLE clock_readings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  -- The newest entry of the ledger and the newest comparison with the wallets of before it.
  after_entry bigint NOT NULL,
  after_comparison bigint NOT NULL
);
-- They say for each comparison what the entries of the ledger said, without a look at each of those.
ALTER TABLE payout_comparisons DROP COLUMN after_entry;
CREATE INDEX clock_readings_after_entry ON clock_readings (after_entry, at);
CREATE INDEX clock_readings_after_comparison ON clock_readings (after_comparison, at);
