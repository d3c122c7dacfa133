-- How many workers an account has got by day, and from which source: strangers can add some to anybody's account.
CREATE TABLE new_workers (
  account_id bigint NOT NULL REFERENCES accounts,
  day date NOT NULL,
  -- As `source_work` has it; empty where a source proves nothing.
  source text NOT NULL,
  workers integer NOT NULL CHECK (workers > 0),
  PRIMARY KEY (account_id, day, source)
);
CREATE INDEX new_workers_old ON new_workers (day);
