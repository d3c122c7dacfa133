-- Each recording writes a new version of nearly every row of these tables that is of now. On a page that is full it moved to another, with a new
-- entry in every index; on one that is half empty it stays where it is (a HOT update), and the old one is cleared away by the next.
ALTER TABLE slice_work SET (fillfactor = 45);
ALTER TABLE worker_minutes SET (fillfactor = 45);
ALTER TABLE miner_ten_minutes SET (fillfactor = 45);
ALTER TABLE workers SET (fillfactor = 45);
-- The same for workers, of whom every recording moves `last_share_at`: what was indexed by it is indexed by the ten minutes that it lies in.
ALTER TABLE workers
  ADD COLUMN last_share_span timestamptz NOT NULL GENERATED ALWAYS AS (date_bin('10 minutes', last_share_at, timestamptz 'epoch')) STORED;
DROP INDEX workers_silent;
DROP INDEX workers_offline;
DROP INDEX workers_by_code;
CREATE INDEX workers_silent ON workers (last_share_span) WHERE online;
CREATE INDEX workers_offline ON workers (last_share_span) WHERE NOT online;
CREATE INDEX workers_by_code ON workers (lower(code), last_share_span DESC) WHERE code IS NOT NULL;
