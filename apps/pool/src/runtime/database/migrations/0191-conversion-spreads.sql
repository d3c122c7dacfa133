-- What a conversion has kept back by the classes of its coins (decision 218), in millionths of it. A table of millions of receipts is neither written
-- again nor read for it.
ALTER TABLE credits ADD COLUMN spread_ppm integer NOT NULL DEFAULT 0;
ALTER TABLE credits ADD CONSTRAINT credits_keep_part CHECK (spread_ppm BETWEEN 0 AND 200000) NOT VALID;
