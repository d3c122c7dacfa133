-- The least that an operator found worth its fee, in units of 10^-18 of the coin; 0 where everything is paid that the network carries.
ALTER TABLE smallest_balances_paid ADD COLUMN least numeric(78, 0) NOT NULL DEFAULT 0 CHECK (least >= 0);
