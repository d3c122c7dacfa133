-- What mining programs say of their own speed, in whole hashes a second: shown beside what their shares prove, and never counted.
-- By worker and minute for the present and the past hour, and by miner for the past day: there the sum of its minutes.
CREATE TABLE reported_minutes (
  worker_id bigint NOT NULL REFERENCES workers ON DELETE CASCADE,
  minute timestamptz NOT NULL,
  rate numeric(78, 0) NOT NULL CHECK (rate >= 0),
  PRIMARY KEY (worker_id, minute)
);
CREATE INDEX reported_minutes_old ON reported_minutes (minute);
CREATE TABLE reported_ten_minutes (
  miner_id bigint NOT NULL REFERENCES miners,
  at timestamptz NOT NULL,
  algorithm text NOT NULL,
  minute_rates numeric(78, 0) NOT NULL CHECK (minute_rates >= 0),
  PRIMARY KEY (miner_id, at, algorithm)
);
CREATE INDEX reported_ten_minutes_old ON reported_ten_minutes (at);
