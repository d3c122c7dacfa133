-- Public ids of accounts depend on the pool's secret. This is an HMAC of a constant under it: a process with another secret is refused.
CREATE TABLE secret_fingerprint (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  fingerprint bytea NOT NULL CHECK (octet_length(fingerprint) = 32),
  recorded_at timestamptz NOT NULL
);
CREATE TRIGGER secret_fingerprint_append_only BEFORE UPDATE OR DELETE ON secret_fingerprint
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Why a batch was put aside: it is so old that it may have been counted, or the database refused what is in it.
ALTER TABLE parked_batches
  ADD COLUMN reason text NOT NULL DEFAULT 'too-old' CHECK (reason IN ('too-old', 'refused')),
  ADD COLUMN detail text NOT NULL DEFAULT '',
  -- Rejected shares of the batch, which are recorded with it when it is counted.
  ADD COLUMN rejects jsonb NOT NULL DEFAULT '[]';

-- What a chain needs to submit a block again: made by the chain, opaque to the pool. Rounds of before have a header and a coinbase instead.
ALTER TABLE rounds
  ADD COLUMN submission bytea,
  ALTER COLUMN header DROP NOT NULL,
  ALTER COLUMN coinbase DROP NOT NULL,
  ADD CONSTRAINT rounds_can_be_submitted CHECK (submission IS NOT NULL OR (header IS NOT NULL AND coinbase IS NOT NULL)),
  -- What the chain answered to the last submission of a candidate that is neither accepted nor lost.
  ADD COLUMN submit_problem text;
