-- Accepted shares of a worker by the hour, of minutes that are cleared already: a page counts a whole day, minutes are kept for two hours.
CREATE TABLE worker_hours (
  worker_id bigint NOT NULL REFERENCES workers,
  hour timestamptz NOT NULL,
  shares bigint NOT NULL CHECK (shares > 0),
  PRIMARY KEY (worker_id, hour)
);
CREATE INDEX worker_hours_old ON worker_hours (hour);
