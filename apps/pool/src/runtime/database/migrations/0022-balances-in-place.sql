-- A round writes a balance of everybody who earned. An index that looks at the amount, be it only to leave zeroes out, gives each
-- of those writes a new entry in every index of the table; without it, and with room in its page, a new version stays beside the old one.
DROP INDEX balances_inflight;
CREATE INDEX balances_inflight ON balances (account) WHERE account LIKE 'inflight:%';
ALTER TABLE balances SET (fillfactor = 70);
