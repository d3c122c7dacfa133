-- Names only: no row changes. A miner is who is paid, a coin and a payout address; an account is a place of the ledger (decision 97).
-- No table is rewritten: each statement changes the catalogue of the database alone.
ALTER TABLE accounts RENAME TO miners;
ALTER SEQUENCE accounts_id_seq RENAME TO miners_id_seq;
ALTER TABLE miners RENAME CONSTRAINT accounts_pkey TO miners_pkey;
ALTER TABLE miners RENAME CONSTRAINT accounts_uuid_key TO miners_uuid_key;
ALTER TABLE miners RENAME CONSTRAINT accounts_coin_address_memo_key TO miners_coin_address_memo_key;
ALTER INDEX accounts_auto_pay RENAME TO miners_auto_pay;
ALTER TRIGGER accounts_have_a_code ON miners RENAME TO miners_have_a_code;

ALTER TABLE account_ten_minutes RENAME TO miner_ten_minutes;
ALTER TABLE miner_ten_minutes RENAME CONSTRAINT account_ten_minutes_pkey TO miner_ten_minutes_pkey;
ALTER TABLE miner_ten_minutes RENAME CONSTRAINT account_ten_minutes_shares_check TO miner_ten_minutes_shares_check;
ALTER TABLE miner_ten_minutes RENAME CONSTRAINT account_ten_minutes_work_check TO miner_ten_minutes_work_check;
ALTER INDEX account_ten_minutes_old RENAME TO miner_ten_minutes_old;

ALTER TABLE restricted_accounts RENAME TO restricted_addresses;
ALTER TABLE restricted_addresses RENAME CONSTRAINT restricted_accounts_pkey TO restricted_addresses_pkey;

ALTER TABLE rounds RENAME COLUMN finder_account_id TO finder_id;
ALTER TABLE rounds RENAME CONSTRAINT rounds_finder_account_id_fkey TO rounds_finder_id_fkey;

ALTER TABLE workers RENAME COLUMN account_id TO miner_id;
ALTER TABLE slice_work RENAME COLUMN account_id TO miner_id;
ALTER TABLE credits RENAME COLUMN account_id TO miner_id;
ALTER TABLE events RENAME COLUMN account_id TO miner_id;
ALTER TABLE referral_codes RENAME COLUMN account_id TO miner_id;
ALTER TABLE referral_credits RENAME COLUMN account_id TO miner_id;
ALTER TABLE miner_ten_minutes RENAME COLUMN account_id TO miner_id;
ALTER TABLE referred_days RENAME COLUMN account_id TO miner_id;
ALTER TABLE payouts RENAME COLUMN account_id TO miner_id;
ALTER TABLE source_work RENAME COLUMN account_id TO miner_id;
ALTER TABLE owner_challenges RENAME COLUMN account_id TO miner_id;
ALTER TABLE network_switches RENAME COLUMN account_id TO miner_id;
ALTER TABLE owner_answers RENAME COLUMN account_id TO miner_id;
ALTER TABLE share_statistics RENAME COLUMN account_id TO miner_id;
ALTER TABLE owner_sources RENAME COLUMN account_id TO miner_id;
ALTER TABLE new_workers RENAME COLUMN account_id TO miner_id;
ALTER TABLE payout_run_waits RENAME COLUMN account_id TO miner_id;
ALTER TABLE write_off_notices RENAME COLUMN account_id TO miner_id;

ALTER TABLE workers RENAME CONSTRAINT workers_account_id_fkey TO workers_miner_id_fkey;
ALTER TABLE slice_work RENAME CONSTRAINT slice_work_account_id_fkey TO slice_work_miner_id_fkey;
ALTER TABLE credits RENAME CONSTRAINT credits_account_id_fkey TO credits_miner_id_fkey;
ALTER TABLE events RENAME CONSTRAINT events_account_id_fkey TO events_miner_id_fkey;
ALTER TABLE referral_codes RENAME CONSTRAINT referral_codes_account_id_fkey TO referral_codes_miner_id_fkey;
ALTER TABLE referral_credits
  RENAME CONSTRAINT referral_credits_account_id_round_id_line_fkey TO referral_credits_miner_id_round_id_line_fkey;
ALTER TABLE miner_ten_minutes RENAME CONSTRAINT account_ten_minutes_account_id_fkey TO miner_ten_minutes_miner_id_fkey;
ALTER TABLE referred_days RENAME CONSTRAINT referred_days_account_id_fkey TO referred_days_miner_id_fkey;
ALTER TABLE payouts RENAME CONSTRAINT payouts_account_id_fkey TO payouts_miner_id_fkey;
ALTER TABLE source_work RENAME CONSTRAINT source_work_account_id_fkey TO source_work_miner_id_fkey;
ALTER TABLE owner_challenges RENAME CONSTRAINT owner_challenges_account_id_fkey TO owner_challenges_miner_id_fkey;
ALTER TABLE network_switches RENAME CONSTRAINT network_switches_account_id_fkey TO network_switches_miner_id_fkey;
ALTER TABLE owner_answers RENAME CONSTRAINT owner_answers_account_id_fkey TO owner_answers_miner_id_fkey;
ALTER TABLE share_statistics RENAME CONSTRAINT share_statistics_account_id_fkey TO share_statistics_miner_id_fkey;
ALTER TABLE owner_sources RENAME CONSTRAINT owner_sources_account_id_fkey TO owner_sources_miner_id_fkey;
ALTER TABLE new_workers RENAME CONSTRAINT new_workers_account_id_fkey TO new_workers_miner_id_fkey;
ALTER TABLE payout_run_waits RENAME CONSTRAINT payout_run_waits_account_id_fkey TO payout_run_waits_miner_id_fkey;
ALTER TABLE write_off_notices RENAME CONSTRAINT write_off_notices_account_id_fkey TO write_off_notices_miner_id_fkey;
ALTER TABLE workers RENAME CONSTRAINT workers_account_id_algorithm_name_key TO workers_miner_id_algorithm_name_key;
ALTER TABLE referral_codes RENAME CONSTRAINT referral_codes_account_id_kind_key TO referral_codes_miner_id_kind_key;
ALTER INDEX payouts_of_account RENAME TO payouts_of_miner;
ALTER INDEX payouts_open_by_account RENAME TO payouts_open_by_miner;

-- The two functions that name such a column; otherwise as in 0060 and 0002.
CREATE OR REPLACE FUNCTION check_payout_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.miner_id, OLD.kind, OLD.utc_date, OLD.coin, OLD.network, OLD.address, OLD.memo, OLD.from_mining,
      OLD.from_referral, OLD.from_pool, OLD.amount, OLD.usd, OLD.reserved_at)
     IS DISTINCT FROM
     (NEW.miner_id, NEW.kind, NEW.utc_date, NEW.coin, NEW.network, NEW.address, NEW.memo, NEW.from_mining,
      NEW.from_referral, NEW.from_pool, NEW.amount, NEW.usd, NEW.reserved_at) THEN
    RAISE EXCEPTION 'payout % is frozen since its reservation', OLD.id;
  END IF;
  IF OLD.signed IS NOT NULL AND (OLD.signed, OLD.txid, OLD.proof) IS DISTINCT FROM (NEW.signed, NEW.txid, NEW.proof) THEN
    RAISE EXCEPTION 'payout % has been signed', OLD.id;
  END IF;
  IF OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (
      ('reserved', 'prepared'), ('reserved', 'released'),
      ('prepared', 'broadcasting'), ('prepared', 'invalidated'),
      ('broadcasting', 'manual_review'), ('broadcasting', 'seen'), ('broadcasting', 'invalidated'),
      ('manual_review', 'seen'), ('manual_review', 'invalidated'),
      ('seen', 'settled'), ('seen', 'invalidated'),
      ('invalidated', 'released'), ('settled', 'released')) THEN
    RAISE EXCEPTION 'payout % cannot become % from %', OLD.id, NEW.state, OLD.state;
  END IF;
  IF OLD.state = 'settled' AND NEW.state = 'released' AND (NEW.reversed_at IS NULL OR OLD.gone_at IS NULL) THEN
    RAISE EXCEPTION 'payout % is settled', OLD.id;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION give_ordinary_code() RETURNS trigger LANGUAGE plpgsql AS $$
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
  INSERT INTO referral_codes (code, miner_id, kind, created_at) VALUES (letters, NEW.id, 'ordinary', NEW.created_at);
  RETURN NULL;
END $$;
