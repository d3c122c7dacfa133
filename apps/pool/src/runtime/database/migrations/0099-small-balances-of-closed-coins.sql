-- Coins that an operator has delisted once more: their balances are paid from the least on that their networks carry, and not from a tenth of
-- the usual minimum on.
CREATE TABLE coins_paid_out (coin text PRIMARY KEY, since timestamptz NOT NULL);
