-- Work by source is kept by algorithm: hashes of different algorithms are not comparable, only their value is. Rows that were written
-- before are kept where the account mines one algorithm only; the others are dropped, because their algorithm is unknown.
ALTER TABLE source_work ADD COLUMN algorithm text;
UPDATE source_work SET algorithm = (
  SELECT min(ten.algorithm) FROM account_ten_minutes AS ten
   WHERE ten.account_id = source_work.account_id HAVING count(DISTINCT ten.algorithm) = 1);
DELETE FROM source_work WHERE algorithm IS NULL;
ALTER TABLE source_work DROP CONSTRAINT source_work_pkey,
  ADD PRIMARY KEY (account_id, hour, algorithm, source);

-- How many miners a source mined for in the last week. `source` is a keyed hash of the source alone, `miner` one of source and
-- account: neither can be matched to an account or to `source_work` without the pool's secret.
CREATE TABLE source_miners (
  source text NOT NULL,
  miner text NOT NULL,
  -- The newest hour with work.
  hour timestamptz NOT NULL,
  PRIMARY KEY (source, miner)
);
CREATE INDEX source_miners_old ON source_miners (hour);

-- Sources that were found to be the owner's, so that a previous owner can cancel a switch of network after the week that
-- `source_work` is kept. Same keyed hashes as in `source_work`.
CREATE TABLE owner_sources (
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  source text NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL CHECK (last_at >= first_at),
  PRIMARY KEY (account_id, source)
);
CREATE INDEX owner_sources_old ON owner_sources (last_at);

-- Why a miner with the name of the challenge did not pass it.
ALTER TABLE owner_challenges DROP COLUMN strange_at,
  ADD COLUMN mismatch text CHECK (mismatch IN ('not-owner', 'unprovable-source', 'shared-source', 'too-few-days'));
