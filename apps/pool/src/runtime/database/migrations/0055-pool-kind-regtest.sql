-- A pool on test networks keeps a database of its own kind: it is neither a sandbox nor real.
ALTER TABLE pool_identity DROP CONSTRAINT pool_identity_kind_check;
ALTER TABLE pool_identity ADD CONSTRAINT pool_identity_kind_check CHECK (kind IN ('sandbox', 'regtest', 'real'));
