-- A closing writes a receipt and an event for each of hundreds of thousands of accounts. Their foreign keys were looked up row by
-- row, and locked each account on the way. The same promise is kept a statement at a time: what arrives has its parent, and no
-- parent goes while it has children.
CREATE FUNCTION check_parents() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  orphan text;
BEGIN
  EXECUTE format('SELECT child::text FROM arrived AS child WHERE NOT EXISTS (SELECT 1 FROM %I AS parent WHERE %s) LIMIT 1',
                 TG_ARGV[0], TG_ARGV[1]) INTO orphan;
  IF orphan IS NOT NULL THEN
    RAISE EXCEPTION '% of % refers to nothing in %', orphan, TG_TABLE_NAME, TG_ARGV[0] USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION check_children() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  parent text;
BEGIN
  EXECUTE format('SELECT parent::text FROM gone AS parent WHERE EXISTS (SELECT 1 FROM %I AS child WHERE %s) LIMIT 1',
                 TG_ARGV[0], TG_ARGV[1]) INTO parent;
  IF parent IS NOT NULL THEN
    RAISE EXCEPTION '% of % is still referred to by %', parent, TG_TABLE_NAME, TG_ARGV[0] USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;

ALTER TABLE credits DROP CONSTRAINT credits_account_id_fkey, DROP CONSTRAINT credits_round_id_line_fkey;
ALTER TABLE referral_credits DROP CONSTRAINT referral_credits_owner_id_fkey,
  DROP CONSTRAINT referral_credits_account_id_round_id_line_fkey;
ALTER TABLE events DROP CONSTRAINT events_account_id_fkey;

CREATE TRIGGER credits_have_accounts AFTER INSERT ON credits REFERENCING NEW TABLE AS arrived
  FOR EACH STATEMENT EXECUTE FUNCTION check_parents('accounts', 'parent.id = child.account_id');
CREATE TRIGGER credits_have_lines AFTER INSERT ON credits REFERENCING NEW TABLE AS arrived
  FOR EACH STATEMENT EXECUTE FUNCTION check_parents('reward_lines', 'parent.round_id = child.round_id AND parent.line = child.line');
CREATE TRIGGER referral_credits_have_owners AFTER INSERT ON referral_credits REFERENCING NEW TABLE AS arrived
  FOR EACH STATEMENT EXECUTE FUNCTION check_parents('accounts', 'parent.id = child.owner_id');
CREATE TRIGGER referral_credits_have_credits AFTER INSERT ON referral_credits REFERENCING NEW TABLE AS arrived
  FOR EACH STATEMENT EXECUTE FUNCTION check_parents('credits',
    'parent.account_id = child.account_id AND parent.round_id = child.round_id AND parent.line = child.line');
CREATE TRIGGER events_have_accounts AFTER INSERT ON events REFERENCING NEW TABLE AS arrived
  FOR EACH STATEMENT EXECUTE FUNCTION check_parents('accounts', 'parent.id = child.account_id');

CREATE TRIGGER accounts_outlive_credits AFTER DELETE ON accounts REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION check_children('credits', 'child.account_id = parent.id');
CREATE TRIGGER accounts_outlive_referrals AFTER DELETE ON accounts REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION check_children('referral_credits', 'child.owner_id = parent.id');
CREATE TRIGGER accounts_outlive_events AFTER DELETE ON accounts REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION check_children('events', 'child.account_id = parent.id');
CREATE TRIGGER reward_lines_outlive_credits AFTER DELETE ON reward_lines REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION check_children('credits', 'child.round_id = parent.round_id AND child.line = parent.line');
CREATE TRIGGER credits_outlive_referrals AFTER DELETE ON credits REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION check_children('referral_credits',
    'child.account_id = parent.account_id AND child.round_id = parent.round_id AND child.line = parent.line');

-- Room in each page for the new version of a row: an event numbers its account, and no index has to be touched for it.
ALTER TABLE accounts SET (fillfactor = 70);
