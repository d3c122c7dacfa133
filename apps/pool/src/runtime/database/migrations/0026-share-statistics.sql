-- By miner, algorithm and UTC day: what shows shares that were priced after the search, and blocks that were withheld.
CREATE TABLE share_statistics (
  account_id bigint NOT NULL REFERENCES accounts,
  algorithm text NOT NULL,
  day timestamptz NOT NULL,
  shares bigint NOT NULL CHECK (shares > 0),
  -- Sum of ln(share target / hash): of an honest miner each share has the exponential distribution with mean 1.
  depth numeric NOT NULL CHECK (depth >= 0),
  -- Blocks that this work finds on average.
  expected_blocks numeric NOT NULL CHECK (expected_blocks >= 0),
  PRIMARY KEY (account_id, algorithm, day)
);
CREATE INDEX share_statistics_old ON share_statistics (day);
