-- Rounds whose receipts and postings were summed because they are old (decision 200). A closing takes some rounds at once: it says what it took
-- and what all sums were after it, and follows from the closing before by its hash. Entries with their keys, and links with their hashes, stay.
CREATE TABLE ledger_closings (
  number bigint PRIMARY KEY CHECK (number > 0),
  closed_at timestamptz NOT NULL,
  rounds bigint NOT NULL CHECK (rounds > 0),
  receipts bigint NOT NULL CHECK (receipts > 0),
  postings bigint NOT NULL CHECK (postings > 0),
  -- Of the entries that lost their postings, as `closed_entries_hash` makes it.
  entries_hash bytea NOT NULL,
  -- Of all rows of `closed_postings` and of `earning_days` after it: the sum of a number for each row that follows from its hash, so that a
  -- closing adds what it changed and reads no more than that.
  sums_digest numeric NOT NULL,
  days_digest numeric NOT NULL,
  hash bytea NOT NULL
);
-- A closing is written last, with the hash of what came of it, and defers these keys; a restore, which alters tables that it has filled, must not.
CREATE TABLE closed_rounds (
  round_id bigint PRIMARY KEY REFERENCES rounds,
  closing bigint NOT NULL REFERENCES ledger_closings DEFERRABLE,
  -- How many had a receipt of it.
  miners bigint NOT NULL CHECK (miners > 0)
);
CREATE INDEX closed_rounds_by_closing ON closed_rounds (closing);
CREATE TABLE closed_entries (
  entry_id bigint PRIMARY KEY REFERENCES ledger_entries,
  closing bigint NOT NULL REFERENCES ledger_closings DEFERRABLE
);
CREATE INDEX closed_entries_by_closing ON closed_entries (closing);

-- What the postings of closed entries came to at each account, and when the newest of them was booked.
CREATE TABLE closed_postings (
  account text NOT NULL,
  asset text NOT NULL,
  amount numeric(78, 0) NOT NULL,
  booked_at timestamptz NOT NULL,
  PRIMARY KEY (account, asset)
) WITH (fillfactor = 70);

-- What a miner was credited on a day of UTC, from closed rounds: mined, or as the owner of a code. What had no price
-- stands in a row of its own. The miner is no foreign key: that would lock each miner of a round until its closing has ended, and who asks for a payout would wait. The
-- receipts have had one, no miner is ever deleted, and the audit looks.
CREATE TABLE earning_days (
  miner_id bigint NOT NULL,
  day date NOT NULL,
  kind text NOT NULL CHECK (kind IN ('mining', 'referral')),
  algorithm text NOT NULL,
  -- What was mined; what is credited is in the miner's coin.
  asset text NOT NULL,
  -- Whether a value in dollars was known.
  priced boolean NOT NULL,
  rewards bigint NOT NULL CHECK (rewards > 0),
  work numeric(78, 0) NOT NULL,
  share numeric(78, 0) NOT NULL,
  gross numeric(78, 0) NOT NULL,
  fee numeric(78, 0) NOT NULL,
  referral numeric(78, 0) NOT NULL,
  credited numeric(78, 0) NOT NULL,
  usd numeric(78, 0) NOT NULL CHECK (priced OR usd = 0),
  PRIMARY KEY (miner_id, day, kind, algorithm, asset, priced)
) WITH (fillfactor = 70);

-- SHA-256 of a line for each entry that a closing took: its id and the hash of its content in hex, by id.
CREATE FUNCTION closed_entries_hash(of_closing bigint) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to(coalesce(string_agg(entry_id || ' ' || encode(content_hash, 'hex'), E'\n' ORDER BY entry_id), ''), 'UTF8'))
    FROM closed_entries JOIN ledger_entries ON id = entry_id WHERE closing = of_closing
$$;
-- SHA-256 of the hash before (nothing at first) and lines of text: number, time in ms, counts, the hash in hex, and both digests.
CREATE FUNCTION ledger_closing_hash(previous bytea, number bigint, closed_at timestamptz, rounds bigint, receipts bigint, postings bigint,
                                    entries_hash bytea, sums_digest numeric, days_digest numeric)
RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(previous || convert_to(
    concat_ws(E'\n', number, (extract(epoch FROM closed_at) * 1000)::bigint, rounds, receipts, postings,
              encode(entries_hash, 'hex'), sums_digest, days_digest), 'UTF8'))
$$;

-- Conversions of a round's parts by their round.
CREATE INDEX ledger_entries_of_conversions ON ledger_entries ((split_part(key, ':', 2)::bigint))
 WHERE kind = 'convert' AND split_part(key, ':', 1) = 'convert';

-- Entries of payouts, of the treasury, corrections and lost blocks are never closed.
CREATE FUNCTION check_entry_may_close() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM ledger_entries WHERE id = NEW.entry_id AND kind IN ('reward', 'immature', 'orphan', 'convert')) THEN
    RAISE EXCEPTION 'an entry of this kind is never closed';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER closed_entries_of_rounds BEFORE INSERT ON closed_entries FOR EACH ROW EXECUTE FUNCTION check_entry_may_close();

-- Postings go only with the closing of their entry, in its transaction; what they come to changes then only.
CREATE FUNCTION check_posting_is_closed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM (SELECT DISTINCT entry_id FROM gone) AS named
              WHERE NOT EXISTS (SELECT 1 FROM closed_entries AS closed
                                 WHERE closed.entry_id = named.entry_id AND closed.xmin = pg_current_xact_id()::xid)) THEN
    RAISE EXCEPTION 'postings is append-only: correct it with a new entry';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER postings_append_only ON postings;
CREATE TRIGGER postings_append_only BEFORE UPDATE ON postings FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER postings_go_with_their_closing AFTER DELETE ON postings REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION check_posting_is_closed();

CREATE FUNCTION check_closing_runs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM closed_entries WHERE xmin = pg_current_xact_id()::xid AND closing > (SELECT coalesce(max(number), 0) FROM ledger_closings)) THEN
    RAISE EXCEPTION '% changes with a closing only', TG_TABLE_NAME;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER closed_postings_with_a_closing BEFORE INSERT OR UPDATE OR DELETE ON closed_postings
  FOR EACH STATEMENT EXECUTE FUNCTION check_closing_runs();
CREATE TRIGGER earning_days_with_a_closing BEFORE INSERT OR UPDATE OR DELETE ON earning_days
  FOR EACH STATEMENT EXECUTE FUNCTION check_closing_runs();
CREATE TRIGGER closed_postings_stay BEFORE TRUNCATE ON closed_postings EXECUTE FUNCTION refuse_change();
CREATE TRIGGER earning_days_stay BEFORE TRUNCATE ON earning_days EXECUTE FUNCTION refuse_change();

CREATE TRIGGER ledger_closings_append_only BEFORE UPDATE OR DELETE ON ledger_closings FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_closings_stay BEFORE TRUNCATE ON ledger_closings EXECUTE FUNCTION refuse_change();
CREATE TRIGGER closed_rounds_append_only BEFORE UPDATE OR DELETE ON closed_rounds FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER closed_rounds_stay BEFORE TRUNCATE ON closed_rounds EXECUTE FUNCTION refuse_change();
CREATE TRIGGER closed_entries_append_only BEFORE UPDATE OR DELETE ON closed_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER closed_entries_stay BEFORE TRUNCATE ON closed_entries EXECUTE FUNCTION refuse_change();
