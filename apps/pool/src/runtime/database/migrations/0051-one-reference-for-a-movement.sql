-- A transaction is booked once, as whatever kind of movement: by network, asset and reference, in capitals or not. One transaction may
-- move several assets. References that an earlier release has booked twice stay as they are.
ALTER TABLE treasury_movements DROP CONSTRAINT treasury_movements_kind_reference_key;
DO $$
DECLARE
  twice bigint;
BEGIN
  SELECT coalesce(max(one.id), 0) INTO twice FROM treasury_movements AS one
    JOIN treasury_movements AS other ON other.id < one.id AND other.network = one.network AND other.asset = one.asset
                                    AND lower(other.reference) = lower(one.reference);
  EXECUTE format('CREATE UNIQUE INDEX treasury_movements_one_reference
    ON treasury_movements (network, asset, lower(reference)) WHERE id > %s', twice);
END $$;
