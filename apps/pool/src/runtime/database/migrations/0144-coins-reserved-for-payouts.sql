-- Which coins of a wallet were chosen for which payouts, before anything is signed: a signer signs for a payout again only where both transactions
-- spend a coin in common (decision 157). A row counts while one of its payouts is reserved; then the claims of its transaction hold, or it
-- was given up.
CREATE TABLE payout_coin_reservations (
  network text NOT NULL,
  coin text NOT NULL,
  payouts bigint[] NOT NULL CHECK (cardinality(payouts) > 0),
  reserved_at timestamptz NOT NULL,
  PRIMARY KEY (network, coin)
);
