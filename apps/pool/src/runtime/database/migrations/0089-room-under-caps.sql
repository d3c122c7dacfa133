-- The UTC date whose caps a payout counts towards, with `judged_usd`; null where it counts towards none. One that is released before it was
-- signed gives its room back: an address that a wallet refuses used up the cap of a day, as often as its owner asked.
ALTER TABLE payouts ADD COLUMN capped_on date;
