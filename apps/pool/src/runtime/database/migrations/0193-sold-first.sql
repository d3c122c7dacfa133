-- Rewards in thin coins that wait until their coins are sold, and are credited at what that brought (decision 219).
ALTER TABLE credits DROP CONSTRAINT credits_waiting_check;
ALTER TABLE credits ADD CONSTRAINT credits_waiting_check
  CHECK (waiting IN ('no-price', 'over-cap', 'over-hour-cap', 'to-be-sold')) NOT VALID;

-- Of a line of a round, what miners of other coins have of it; in units of 10^-18.
CREATE TABLE sold_first_lines (
  round_id bigint NOT NULL,
  line integer NOT NULL,
  asset text NOT NULL,
  amount numeric(78, 0) NOT NULL CHECK (amount > 0),
  sold numeric(78, 0) NOT NULL DEFAULT 0 CHECK (sold BETWEEN 0 AND amount),
  since timestamptz NOT NULL,
  -- `sold`: it is credited at what was brought for it. `released`: an operator has it converted at the agreed rate; nothing of it was sold.
  ending text CHECK (ending IN ('sold', 'released')),
  ended_at timestamptz,
  PRIMARY KEY (round_id, line),
  FOREIGN KEY (round_id, line) REFERENCES reward_lines (round_id, line),
  CHECK ((ending IS NULL) = (ended_at IS NULL)),
  CHECK (ending IS NULL OR (ending = 'sold') = (sold > 0))
);
CREATE INDEX sold_first_lines_unsold ON sold_first_lines (asset, round_id, line) WHERE ending IS NULL;
CREATE FUNCTION check_sold_first_line_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.round_id, OLD.line, OLD.asset, OLD.amount, OLD.since) IS DISTINCT FROM (NEW.round_id, NEW.line, NEW.asset, NEW.amount, NEW.since)
     OR NEW.sold < OLD.sold OR OLD.ending IS NOT NULL THEN
    RAISE EXCEPTION 'what waits to be sold of round % only goes on', OLD.round_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER sold_first_lines_forward_only BEFORE UPDATE ON sold_first_lines FOR EACH ROW EXECUTE FUNCTION check_sold_first_line_change();
CREATE TRIGGER sold_first_lines_stay BEFORE DELETE ON sold_first_lines FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Which sales sold a line: a trade of an order, or one that was booked by hand, by its entry.
CREATE TABLE sold_first_parts (
  round_id bigint NOT NULL,
  line integer NOT NULL,
  entry_key text NOT NULL REFERENCES ledger_entries (key),
  given numeric(78, 0) NOT NULL CHECK (given > 0),
  bought text NOT NULL,
  brought numeric(78, 0) NOT NULL CHECK (brought >= 0),
  booked_at timestamptz NOT NULL,
  PRIMARY KEY (round_id, line, entry_key),
  FOREIGN KEY (round_id, line) REFERENCES sold_first_lines (round_id, line)
);
CREATE TRIGGER sold_first_parts_append_only BEFORE UPDATE OR DELETE ON sold_first_parts FOR EACH ROW EXECUTE FUNCTION refuse_change();
