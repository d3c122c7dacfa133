-- The least payment of a coin on a network, where it follows what the network takes (decision 177). Each change is announced before it counts,
-- a higher one a day before at least; the newest that counts holds.
CREATE TABLE payout_minimums (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  coin text NOT NULL,
  network text NOT NULL,
  amount numeric(78, 0) NOT NULL CHECK (amount > 0),
  previous numeric(78, 0) NOT NULL CHECK (previous > 0),
  -- What it follows from: what a payment cost.
  cost numeric(78, 0) NOT NULL CHECK (cost >= 0),
  announced_at timestamptz NOT NULL,
  effective_at timestamptz NOT NULL CHECK (effective_at >= announced_at),
  CHECK (amount <= previous OR effective_at >= announced_at + interval '24 hours')
);
CREATE INDEX payout_minimums_by_pair ON payout_minimums (coin, network, id);
CREATE TRIGGER payout_minimums_append_only BEFORE UPDATE OR DELETE ON payout_minimums
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Since when fees have asked for another minimum without a break, and the least that they asked for.
CREATE TABLE payout_fee_spells (
  coin text NOT NULL,
  network text NOT NULL,
  direction text NOT NULL CHECK (direction IN ('up', 'down')),
  since timestamptz NOT NULL,
  looked_at timestamptz NOT NULL,
  cost numeric(78, 0) NOT NULL CHECK (cost >= 0),
  PRIMARY KEY (coin, network)
);
