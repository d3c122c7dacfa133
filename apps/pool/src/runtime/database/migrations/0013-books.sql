-- Ids of batches are forgotten after a while. A batch whose newest work is not after `up_to` may be one of those: whether it was
-- counted can no longer be known.
CREATE TABLE forgotten_batches (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  up_to timestamptz NOT NULL
);

-- Such batches, as they came: never counted by the pool itself, kept for an operator to judge.
CREATE TABLE parked_batches (
  id uuid PRIMARY KEY,
  algorithm text NOT NULL,
  shares bigint NOT NULL,
  work numeric(78, 0) NOT NULL CHECK (work >= 0),
  lines jsonb NOT NULL,
  parked_at timestamptz NOT NULL
);
