-- Who mines with a code: the referred workers of an account, the last seen first.
CREATE INDEX workers_by_code ON workers (lower(code), last_share_at DESC) WHERE code IS NOT NULL;

-- Active miners of custom codes, one row for each miner and day (UTC): what the chart of a code counts. Written from the
-- minutes of workers while those are kept.
CREATE TABLE referred_days (
  owner_id bigint NOT NULL REFERENCES accounts,
  day date NOT NULL,
  account_id bigint NOT NULL REFERENCES accounts,
  PRIMARY KEY (owner_id, day, account_id)
);
CREATE INDEX referred_days_old ON referred_days (day);
