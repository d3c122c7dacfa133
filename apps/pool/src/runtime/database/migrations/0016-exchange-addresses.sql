-- Addresses that the operator knows to be an exchange's: mining to one needs a memo, or nobody can say whose the coins are.
CREATE TABLE exchange_addresses (
  coin text NOT NULL,
  -- Canonical.
  address text NOT NULL,
  exchange text NOT NULL CHECK (exchange <> ''),
  since timestamptz NOT NULL,
  PRIMARY KEY (coin, address)
);
