-- What a conversion was made at and who stood behind it: found from a receipt by its asset, the time it was credited and the
-- dollars it names, and for the coin it was paid in likewise. Never touched again.
CREATE TABLE accepted_prices (
  asset text NOT NULL,
  accepted_at timestamptz NOT NULL,
  price_usd text NOT NULL,
  sources int NOT NULL CHECK (sources > 0),
  -- Each source's word: source, usd, observed_at in ms.
  quotes jsonb NOT NULL,
  PRIMARY KEY (asset, accepted_at, price_usd)
);
CREATE INDEX accepted_prices_of_several ON accepted_prices (asset, accepted_at DESC) WHERE sources > 1;
CREATE TRIGGER accepted_prices_append_only BEFORE UPDATE OR DELETE ON accepted_prices
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- What was converted when, in 10^-18 dollars: the last hour's sum is capped. Older rows may go.
CREATE TABLE converted_values (
  at timestamptz NOT NULL,
  usd numeric(78, 0) NOT NULL CHECK (usd > 0)
);
CREATE INDEX converted_values_by_time ON converted_values (at);

-- What is held by a cap waits for the operator's word, which lasts until it is converted.
ALTER TABLE credits DROP CONSTRAINT credits_waiting_check;
ALTER TABLE credits
  ADD COLUMN approved_at timestamptz,
  ADD CONSTRAINT credits_waiting_check CHECK (waiting IN ('no-price', 'over-cap', 'over-hour-cap'));
ALTER TABLE referral_credits DROP CONSTRAINT referral_credits_waiting_check;
ALTER TABLE referral_credits
  ADD COLUMN approved_at timestamptz,
  ADD CONSTRAINT referral_credits_waiting_check CHECK (waiting IN ('part', 'no-price', 'over-cap', 'over-hour-cap'));

-- What the operator decided about money, and why.
CREATE TABLE operator_decisions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  decided_at timestamptz NOT NULL,
  kind text NOT NULL,
  subject text NOT NULL,
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500)
);
CREATE TRIGGER operator_decisions_append_only BEFORE UPDATE OR DELETE ON operator_decisions
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
