-- What one US dollar costs in other money, from a time on. Receipts and payouts hold dollars; with the row of their time a page
-- shows them in the currency that its visitor chose, at the rates of that time.
CREATE TABLE fiat_rates (
  at timestamptz PRIMARY KEY,
  -- By ISO 4217 code, decimal text.
  per_usd jsonb NOT NULL
);
