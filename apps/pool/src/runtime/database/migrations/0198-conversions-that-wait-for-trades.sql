-- Rewards that would leave more open than conversions may, until trades have closed some of it (decision 233).
ALTER TABLE credits DROP CONSTRAINT credits_waiting_check;
ALTER TABLE credits ADD CONSTRAINT credits_waiting_check
  CHECK (waiting IN ('no-price', 'over-cap', 'over-hour-cap', 'over-exposure', 'to-be-sold')) NOT VALID;
ALTER TABLE referral_credits DROP CONSTRAINT referral_credits_waiting_check;
ALTER TABLE referral_credits ADD CONSTRAINT referral_credits_waiting_check
  CHECK (waiting IN ('part', 'no-price', 'over-cap', 'over-hour-cap', 'over-exposure')) NOT VALID;
