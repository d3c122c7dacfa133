-- What blocks cost the pool that were lost after they had been credited stands below zero in a place of its own.
ALTER TABLE balances DROP CONSTRAINT somebodys_money_is_never_negative;
ALTER TABLE balances ADD CONSTRAINT somebodys_money_is_never_negative
  CHECK (amount >= 0 OR account LIKE 'ext:%' OR account LIKE 'conv:%' OR account = 'pool:reorg-loss');

-- The hash chain of the books: one chain an asset, one link for what an entry moves of it.
CREATE TABLE ledger_links (
  asset text NOT NULL,
  number bigint NOT NULL CHECK (number > 0),
  entry_id bigint NOT NULL REFERENCES ledger_entries,
  hash bytea NOT NULL,
  PRIMARY KEY (asset, number),
  UNIQUE (entry_id, asset)
);

-- The newest link of each chain. Its row is locked by whoever adds the next one, so that no two entries follow the same link.
CREATE TABLE ledger_chains (
  asset text PRIMARY KEY,
  length bigint NOT NULL,
  head bytea NOT NULL
);

-- SHA-256 of the hash before (nothing at first) and lines of text: the link's number, the asset, the entry's key, kind and time
-- in ms, and each posting of the asset as `account amount`, in the order of the entry.
CREATE FUNCTION ledger_link_hash(previous bytea, number bigint, asset text, key text, kind text, booked_at timestamptz, content text)
RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(previous || convert_to(
    concat_ws(E'\n', number, asset, key, kind, (extract(epoch FROM booked_at) * 1000)::bigint, content), 'UTF8'))
$$;

-- What each entry moves of each asset.
CREATE VIEW ledger_moves AS
  SELECT entry_id, asset, key, kind, booked_at, string_agg(account || ' ' || amount, E'\n' ORDER BY line) AS content
    FROM postings JOIN ledger_entries ON id = entry_id GROUP BY entry_id, asset, key, kind, booked_at;

DO $$
DECLARE
  moved record;
BEGIN
  FOR moved IN SELECT * FROM ledger_moves ORDER BY entry_id, asset LOOP
    INSERT INTO ledger_chains VALUES (moved.asset, 0, '') ON CONFLICT DO NOTHING;
    UPDATE ledger_chains SET length = length + 1,
           head = ledger_link_hash(head, length + 1, asset, moved.key, moved.kind, moved.booked_at, moved.content)
     WHERE asset = moved.asset;
    INSERT INTO ledger_links SELECT asset, length, moved.entry_id, head FROM ledger_chains WHERE asset = moved.asset;
  END LOOP;
END $$;

CREATE TRIGGER ledger_links_append_only BEFORE UPDATE OR DELETE ON ledger_links
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_chains_stay BEFORE DELETE ON ledger_chains
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entries_stay BEFORE TRUNCATE ON ledger_entries EXECUTE FUNCTION refuse_change();
CREATE TRIGGER postings_stay BEFORE TRUNCATE ON postings EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_links_stay BEFORE TRUNCATE ON ledger_links EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_chains_never_emptied BEFORE TRUNCATE ON ledger_chains EXECUTE FUNCTION refuse_change();

-- At commit an entry sums to nothing in every asset, and each of its assets' chains has its link.
CREATE OR REPLACE FUNCTION check_entry_balances() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  off record;
BEGIN
  SELECT asset, sum(amount) AS amount INTO off
    FROM postings WHERE entry_id = NEW.id GROUP BY asset HAVING sum(amount) <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'ledger entry % is off by % units of %', NEW.key, off.amount, off.asset;
  END IF;
  SELECT asset INTO off FROM postings
   WHERE entry_id = NEW.id AND asset NOT IN (SELECT asset FROM ledger_links WHERE entry_id = NEW.id) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'ledger entry % has no link in the chain of %', NEW.key, off.asset;
  END IF;
  RETURN NULL;
END $$;

-- Referral codes: an ordinary one that every account has, and custom ones that the operator grants. A code is found whatever
-- its case, so no two may differ in case only.
CREATE TABLE referral_codes (
  code text PRIMARY KEY CHECK (code ~ '^[A-Za-z0-9-]{1,32}$'),
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('ordinary', 'custom')),
  tier int CHECK (tier >= 0),
  created_at timestamptz NOT NULL,
  CHECK ((kind = 'custom') = (tier IS NOT NULL)),
  UNIQUE (account_id, kind)
);
CREATE UNIQUE INDEX referral_codes_whatever_the_case ON referral_codes (lower(code));

-- Made with the account, whichever verb makes it: eight characters that are hard to take for each other.
CREATE FUNCTION give_ordinary_code() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  attempt int := 0;
  letters text;
BEGIN
  LOOP
    letters := translate(lower(encode(sha256(convert_to(NEW.uuid || '/' || attempt, 'UTF8')), 'base64')), '+/=01ilo', '');
    letters := substr(letters, 1, 4) || '-' || substr(letters, 5, 4);
    EXIT WHEN NOT EXISTS (SELECT 1 FROM referral_codes WHERE lower(code) = letters);
    attempt := attempt + 1;
  END LOOP;
  INSERT INTO referral_codes (code, account_id, kind, created_at) VALUES (letters, NEW.id, 'ordinary', NEW.created_at);
  RETURN NULL;
END $$;
CREATE TRIGGER accounts_have_a_code AFTER INSERT ON accounts
  FOR EACH ROW EXECUTE FUNCTION give_ordinary_code();

DO $$
DECLARE
  letters text;
  known record;
BEGIN
  FOR known IN SELECT id, uuid, created_at FROM accounts ORDER BY id LOOP
    letters := translate(lower(encode(sha256(convert_to(known.uuid || '/0', 'UTF8')), 'base64')), '+/=01ilo', '');
    INSERT INTO referral_codes (code, account_id, kind, created_at)
    VALUES (substr(letters, 1, 4) || '-' || substr(letters, 5, 4), known.id, 'ordinary', known.created_at);
  END LOOP;
END $$;

-- A credit may wait: its part then stands in its own asset, and its figures in the account's coin are still zero. `fee_ppm` is
-- what the platform and the owners of codes keep together.
DO $$
DECLARE
  old text;
BEGIN
  FOR old IN SELECT conname FROM pg_constraint WHERE conrelid = 'credits'::regclass AND contype = 'c' LOOP
    EXECUTE format('ALTER TABLE credits DROP CONSTRAINT %I', old);
  END LOOP;
END $$;
ALTER TABLE credits
  ADD COLUMN referral numeric(78, 0) NOT NULL DEFAULT 0,
  ADD COLUMN waiting text CHECK (waiting IN ('no-price', 'over-cap')),
  ADD CONSTRAINT credits_add_up CHECK (credited = gross - fee - referral AND credited >= 0 AND fee >= 0 AND referral >= 0),
  ADD CONSTRAINT credits_wait_whole CHECK (waiting IS NULL OR gross = 0);
CREATE INDEX credits_waiting ON credits (credited_at) WHERE waiting IS NOT NULL;

-- What the owner of a code earns from one credit: `parts` of 10^12 of its gross. `amount` is in the miner's coin, `credited` in
-- the owner's. While the miner's own part waits there is nothing to earn yet.
CREATE TABLE referral_credits (
  round_id bigint NOT NULL,
  line int NOT NULL,
  account_id bigint NOT NULL,
  code text NOT NULL,
  owner_id bigint NOT NULL REFERENCES accounts,
  parts numeric(78, 0) NOT NULL CHECK (parts > 0),
  amount numeric(78, 0) NOT NULL CHECK (amount >= 0),
  coin text NOT NULL,
  rate text NOT NULL,
  credited numeric(78, 0) NOT NULL CHECK (credited >= 0),
  waiting text CHECK (waiting IN ('part', 'no-price', 'over-cap')),
  credited_at timestamptz NOT NULL,
  PRIMARY KEY (round_id, line, account_id, code),
  FOREIGN KEY (account_id, round_id, line) REFERENCES credits,
  CHECK (waiting IS NULL OR credited = 0)
);
CREATE INDEX referral_credits_by_owner ON referral_credits (owner_id, credited_at);
CREATE INDEX referral_credits_waiting ON referral_credits (credited_at) WHERE waiting IS NOT NULL;

-- When a credited block was found lost; the miners keep their credit.
ALTER TABLE rounds ADD COLUMN reorged_at timestamptz;
CREATE INDEX rounds_credited ON rounds (state_at) WHERE state = 'credited' AND reorged_at IS NULL;
