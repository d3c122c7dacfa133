-- Closed coins, by network, whose smallest balances an operator has paid (`pay-smallest`): how many payments may still be made, and what the
-- network may take for each. What a repeated `delist` has opened for a whole coin named no number of payments, and ends.
ALTER TABLE coins_paid_out RENAME TO smallest_balances_paid;
DELETE FROM smallest_balances_paid;
ALTER TABLE smallest_balances_paid
  ADD COLUMN network text NOT NULL,
  ADD COLUMN payments_left int NOT NULL CHECK (payments_left >= 0),
  ADD COLUMN fee_asset text NOT NULL,
  ADD COLUMN fee_max numeric(78, 0) NOT NULL,
  DROP CONSTRAINT coins_paid_out_pkey,
  ADD PRIMARY KEY (coin, network);
