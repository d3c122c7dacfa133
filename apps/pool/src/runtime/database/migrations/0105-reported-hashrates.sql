-- What mining programs say of their own speed, in hashes a second: shown beside what their shares prove, and never counted.
-- By worker and minute for the present and the past hour, and by miner for the past day: there the sum of its minutes.
CREATE TABLE reported_minutes (
  worker_id bigint NOT NULL REFERENCES workers ON DELETE CASCADE,
  minute timestamptz NOT NULL,
  rate float8 NOT NULL CHECK (rate >= 0 AND rate < 'Infinity'),
  PRIMARY KEY (worker_id, minute)
);
CREATE INDEX reported_minutes_old ON reported_minutes (minute);
CREATE TABLE reported_ten_minutes (
  miner_id bigint NOT NULL REFERENCES miners,
  at timestamptz NOT NULL,
  algorithm text NOT NULL,
  minute_rates float8 NOT NULL CHECK (minute_rates >= 0 AND minute_rates < 'Infinity'),
  PRIMARY KEY (miner_id, at, algorithm)
);
CREATE INDEX reported_ten_minutes_old ON reported_ten_minutes (at);
