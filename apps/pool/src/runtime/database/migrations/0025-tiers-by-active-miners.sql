-- The level that an operator has granted is the highest that a custom code may reach; the one that counts follows its active miners.
ALTER TABLE referral_codes ADD COLUMN tier_max int;
UPDATE referral_codes SET tier_max = tier WHERE tier IS NOT NULL;
ALTER TABLE referral_codes ADD CONSTRAINT referral_codes_tier_as_granted
  CHECK ((tier IS NULL) = (tier_max IS NULL) AND tier <= tier_max);
