-- How often the block of a round came back onto its chain after it was given up. The entries of each time have keys of their own.
ALTER TABLE rounds ADD COLUMN revivals integer NOT NULL DEFAULT 0;
CREATE INDEX rounds_lost ON rounds (state_at) WHERE state IN ('refused', 'orphaned');
CREATE INDEX rounds_reorged ON rounds (reorged_at) WHERE reorged_at IS NOT NULL;
