-- Credits, referral credits and events refer to their parents by foreign keys again. The statement triggers that stood in for them
-- saw only what had committed when they looked: a parent could be deleted while a child of it was being written.
DROP TRIGGER credits_have_accounts ON credits;
DROP TRIGGER credits_have_lines ON credits;
DROP TRIGGER referral_credits_have_owners ON referral_credits;
DROP TRIGGER referral_credits_have_credits ON referral_credits;
DROP TRIGGER events_have_accounts ON events;
DROP TRIGGER accounts_outlive_credits ON accounts;
DROP TRIGGER accounts_outlive_referrals ON accounts;
DROP TRIGGER accounts_outlive_events ON accounts;
DROP TRIGGER reward_lines_outlive_credits ON reward_lines;
DROP TRIGGER credits_outlive_referrals ON credits;
DROP FUNCTION check_parents();
DROP FUNCTION check_children();

ALTER TABLE credits
  ADD CONSTRAINT credits_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts,
  ADD CONSTRAINT credits_round_id_line_fkey FOREIGN KEY (round_id, line) REFERENCES reward_lines;
ALTER TABLE referral_credits
  ADD CONSTRAINT referral_credits_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts,
  ADD CONSTRAINT referral_credits_account_id_round_id_line_fkey
    FOREIGN KEY (account_id, round_id, line) REFERENCES credits (account_id, round_id, line);
ALTER TABLE events ADD CONSTRAINT events_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts;
