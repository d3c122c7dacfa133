-- Notices and wind-downs count the hours in which payouts could leave, not days of the calendar: those in which a network was suspended, the
-- pool did not run, or a clock leapt over, are not the miner's. `counted_hour` is the hour since 1970 that was counted last.
ALTER TABLE write_off_notices
  ADD COLUMN payable_hours int NOT NULL DEFAULT 0 CHECK (payable_hours >= 0),
  ADD COLUMN counted_hour bigint;
-- One row for each pair of a closed coin that could be paid since.
CREATE TABLE wind_downs (
  coin text NOT NULL,
  network text NOT NULL,
  payable_hours int NOT NULL CHECK (payable_hours >= 0),
  counted_hour bigint,
  PRIMARY KEY (coin, network)
);
-- What was closed before this release: the calendar counts up to the newest entry of the ledger.
INSERT INTO wind_downs (coin, network, payable_hours)
SELECT miners.coin, miners.network,
       greatest(0, floor(extract(epoch FROM (SELECT max(booked_at) FROM ledger_entries) - min(closed.since)) / 3600))
  FROM miners
  JOIN (SELECT coin, NULL AS network, since FROM delisted_coins
        UNION ALL SELECT coin, network, since FROM catalogue_closures WHERE since IS NOT NULL) AS closed
    ON closed.coin = miners.coin AND (closed.network IS NULL OR closed.network = miners.network)
 WHERE EXISTS (SELECT 1 FROM ledger_entries)
 GROUP BY miners.coin, miners.network;
