-- `ended`: an operator has ended it after a day in which the exchange showed neither it nor a trade of it. It is still looked for, once an hour, and
-- becomes what it was where the exchange shows it after all.
ALTER TABLE trade_orders DROP CONSTRAINT trade_orders_state_check;
ALTER TABLE trade_orders ADD CONSTRAINT trade_orders_state_check
  CHECK (state IN ('stored', 'sent', 'unknown', 'open', 'filled', 'cancelled', 'refused', 'ended'));
ALTER TABLE trade_orders ADD COLUMN looked_for_at timestamptz;
CREATE INDEX trade_orders_ended ON trade_orders (place, state_at) WHERE state = 'ended';

CREATE OR REPLACE FUNCTION check_trade_order_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.id, OLD.place, OLD.number, OLD.base, OLD.quote, OLD.side, OLD.amount, OLD.price, OLD.value, OLD.usd, OLD.base_usd, OLD.base_ask_usd,
      OLD.quote_usd, OLD.quote_ask_usd, OLD.operator, OLD.stored_at)
     IS DISTINCT FROM (NEW.id, NEW.place, NEW.number, NEW.base, NEW.quote, NEW.side, NEW.amount, NEW.price, NEW.value, NEW.usd, NEW.base_usd,
      NEW.base_ask_usd, NEW.quote_usd, NEW.quote_ask_usd, NEW.operator, NEW.stored_at)
     OR OLD.sent_at IS NOT NULL AND (OLD.sent_at, OLD.available) IS DISTINCT FROM (NEW.sent_at, NEW.available)
     OR OLD.exchange_id IS NOT NULL AND OLD.exchange_id IS DISTINCT FROM NEW.exchange_id THEN
    RAISE EXCEPTION 'order % is frozen', OLD.id;
  END IF;
  IF OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (
      ('stored', 'sent'), ('stored', 'refused'), ('sent', 'unknown'), ('sent', 'open'), ('sent', 'refused'), ('unknown', 'open'),
      ('unknown', 'refused'), ('open', 'filled'), ('open', 'cancelled'), ('sent', 'ended'), ('unknown', 'ended'), ('ended', 'filled'),
      ('ended', 'cancelled')) THEN
    RAISE EXCEPTION 'order % cannot become % from %', OLD.id, NEW.state, OLD.state;
  END IF;
  RETURN NEW;
END $$;
