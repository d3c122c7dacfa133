-- A batch may hold refused shares only: then it carries no work.
ALTER TABLE work_batches DROP CONSTRAINT work_batches_shares_check;
ALTER TABLE work_batches DROP CONSTRAINT work_batches_work_check;
ALTER TABLE work_batches ADD CONSTRAINT work_batches_shares_check CHECK (shares >= 0);
ALTER TABLE work_batches ADD CONSTRAINT work_batches_work_check CHECK (work >= 0);

-- Refused shares of workers that the books know, in spans of ten minutes; kept a day.
CREATE TABLE worker_rejects (
  worker_id bigint NOT NULL REFERENCES workers,
  since timestamptz NOT NULL,
  reason text NOT NULL CHECK (reason IN ('stale', 'duplicate', 'low-difficulty', 'malformed')),
  shares bigint NOT NULL CHECK (shares > 0),
  PRIMARY KEY (worker_id, since, reason)
);
CREATE INDEX worker_rejects_old ON worker_rejects (since);

-- Logins that were refused, kept a day. What the miner typed is not stored: `subject` is its keyed hash, so that only
-- somebody who types the same address finds it. One row for each reason.
CREATE TABLE refused_logins (
  subject bytea NOT NULL,
  reason text NOT NULL,
  times bigint NOT NULL CHECK (times > 0),
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (subject, reason)
);
CREATE INDEX refused_logins_old ON refused_logins (last_at);

-- Accounts that the operator does not serve (botnets, web mining).
CREATE TABLE restricted_accounts (
  coin text NOT NULL,
  address text NOT NULL,
  note text NOT NULL,
  since timestamptz NOT NULL,
  PRIMARY KEY (coin, address)
);
