-- At commit an entry sums to nothing in every asset, and each of its assets' chains has its link. Asked for one posting without a link,
-- the database read the postings of all entries; the sums of an entry name its assets as well.
CREATE OR REPLACE FUNCTION check_entry_balances() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  off record;
BEGIN
  SELECT moved.asset, amount INTO off
    FROM (SELECT asset, sum(amount) AS amount FROM postings WHERE entry_id = NEW.id GROUP BY asset) AS moved
    LEFT JOIN ledger_links AS link ON link.entry_id = NEW.id AND link.asset = moved.asset
   WHERE amount <> 0 OR link.hash IS NULL ORDER BY amount = 0 LIMIT 1;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  IF off.amount <> 0 THEN
    RAISE EXCEPTION 'ledger entry % is off by % units of %', NEW.key, off.amount, off.asset;
  END IF;
  RAISE EXCEPTION 'ledger entry % has no link in the chain of %', NEW.key, off.asset;
END $$;

-- Receipts arrive by the thousand and are all of one line of a reward or two: such a guard looks up what is different in a statement.
CREATE OR REPLACE FUNCTION check_parents() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  orphan text;
BEGIN
  EXECUTE format('SELECT child::text FROM (SELECT %s FROM arrived) AS child WHERE NOT EXISTS (SELECT 1 FROM %I AS parent WHERE %s) LIMIT 1',
                 coalesce(TG_ARGV[2], '*'), TG_ARGV[0], TG_ARGV[1]) INTO orphan;
  IF orphan IS NOT NULL THEN
    RAISE EXCEPTION '% of % refers to nothing in %', orphan, TG_TABLE_NAME, TG_ARGV[0] USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER credits_have_lines ON credits;
CREATE TRIGGER credits_have_lines AFTER INSERT ON credits REFERENCING NEW TABLE AS arrived
  FOR EACH STATEMENT EXECUTE FUNCTION check_parents('reward_lines', 'parent.round_id = child.round_id AND parent.line = child.line',
    'DISTINCT round_id, line');

-- A closing writes a new version of nearly every row of a page at once: where a page is half empty they all stay beside the old ones.
ALTER TABLE balances SET (fillfactor = 45);
ALTER TABLE accounts SET (fillfactor = 45);
