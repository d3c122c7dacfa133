-- What the pool trades, or would trade, by itself at each exchange.
CREATE TABLE trade_turns (
  place text PRIMARY KEY,
  -- One process at a time; free again at this time where it died.
  turn_until timestamptz,
  ran_at timestamptz,
  -- Whether the newest turn was to send what it planned.
  is_sending boolean NOT NULL DEFAULT false,
  -- What it did or would do, and why not more, in words.
  said text,
  -- Turns in a row that were to send and failed.
  failures integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
  -- Nothing is ordered by itself before an operator has resumed it.
  stopped_why text,
  stopped_at timestamptz,
  CHECK ((stopped_why IS NULL) = (stopped_at IS NULL))
);
