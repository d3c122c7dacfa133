-- Until when one process has a planned sweep signed, or ended, on a network that takes the transactions of an account in order (decision 179): no
-- other begins meanwhile. Null once it is done; one that died leaves it to the others after this time.
ALTER TABLE sweeps ADD COLUMN turn_until timestamptz;
