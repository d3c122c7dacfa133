-- A large round is booked as one entry of hundreds of thousands of postings, so what guards them looks at a statement, not at each
-- row. The guard says more than the foreign key beside it said: the entry must be there and be of this very transaction; and
-- entries can neither be deleted nor truncated.
CREATE OR REPLACE FUNCTION check_posting_is_new() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  closed bigint;
BEGIN
  SELECT entry_id INTO closed FROM (SELECT DISTINCT entry_id FROM arrived) AS named
   WHERE NOT EXISTS (SELECT 1 FROM ledger_entries WHERE id = entry_id AND xmin = pg_current_xact_id()::xid) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'ledger entry % is closed', closed;
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER postings_with_their_entry ON postings;
CREATE TRIGGER postings_with_their_entry AFTER INSERT ON postings REFERENCING NEW TABLE AS arrived
  FOR EACH STATEMENT EXECUTE FUNCTION check_posting_is_new();
ALTER TABLE postings DROP CONSTRAINT postings_entry_id_fkey;

-- Room in each page for the new version of a row that every round changes: no index has to be touched then.
ALTER TABLE balances SET (fillfactor = 70);

-- The accounts of a credited round are told of it after the books have it, some at a time: up to which of them that is done.
-- Empty before and after.
ALTER TABLE rounds ADD COLUMN told_up_to bigint;
CREATE INDEX rounds_untold ON rounds (id) WHERE told_up_to IS NOT NULL;
CREATE INDEX credits_of_round ON credits (round_id, account_id);
