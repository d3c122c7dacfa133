-- Who decided, as the machine that ran the command knows them.
ALTER TABLE operator_decisions ADD COLUMN actor text NOT NULL DEFAULT 'operator' CHECK (length(actor) BETWEEN 1 AND 100);
ALTER TABLE payout_actions ADD COLUMN actor text NOT NULL DEFAULT 'operator' CHECK (length(actor) BETWEEN 1 AND 100);

-- Networks that the operator works on. `closed`: nothing leaves; `auto-only`: the daily run pays, and nobody can ask for more.
-- A suspension is something else: a doubt, which somebody has to look into.
CREATE TABLE network_maintenance (
  network text PRIMARY KEY,
  mode text NOT NULL CHECK (mode IN ('closed', 'auto-only')),
  -- For owners.
  message text NOT NULL CHECK (length(message) <= 300),
  since timestamptz NOT NULL
);

-- Coins that the operator lists no longer, beside those of the catalogue: nobody mines to them, and balances stay.
CREATE TABLE delisted_coins (
  coin text PRIMARY KEY,
  since timestamptz NOT NULL
);
