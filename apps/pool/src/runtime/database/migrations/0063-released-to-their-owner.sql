-- An operator has said that what a payout gives back is not the money that the pool paid for its owner by adopting another one.
ALTER TABLE payouts ADD COLUMN release_to_owner boolean NOT NULL DEFAULT false;

-- What the sides of a trade were worth in US dollars by the agreed rates when it was booked within the usual deviation, in units of 10^-18.
-- Later trades count it: what many of them lose together is bounded as well.
ALTER TABLE treasury_movements
  ADD COLUMN sold_usd numeric(78, 0),
  ADD COLUMN bought_usd numeric(78, 0);
