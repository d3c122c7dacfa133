-- What conversions have taken of one coin and given of another, by the week of UTC that they were booked in (decision 218): held against what trades
-- brought. It is counted in the transaction that books them, and only grows.
CREATE TABLE converted_pairs (
  week date NOT NULL CHECK (extract(isodow FROM week) = 1),
  asset text NOT NULL,
  coin text NOT NULL CHECK (coin <> asset),
  conversions bigint NOT NULL CHECK (conversions > 0),
  -- In units of 10^-18 of the asset, and of the coin.
  taken numeric(78, 0) NOT NULL CHECK (taken >= 0),
  given numeric(78, 0) NOT NULL CHECK (given >= 0),
  PRIMARY KEY (week, asset, coin)
);
CREATE FUNCTION check_converted_pair_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.week, NEW.asset, NEW.coin) IS DISTINCT FROM (OLD.week, OLD.asset, OLD.coin)
     OR NEW.conversions < OLD.conversions OR NEW.taken < OLD.taken OR NEW.given < OLD.given THEN
    RAISE EXCEPTION 'converted_pairs only grows';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER converted_pairs_grow BEFORE UPDATE ON converted_pairs FOR EACH ROW EXECUTE FUNCTION check_converted_pair_grows();
CREATE TRIGGER converted_pairs_stay BEFORE DELETE ON converted_pairs FOR EACH ROW EXECUTE FUNCTION refuse_change();
