-- Coins and networks that the catalogue closed, since this pool first ran with it; null where it never served them before.
CREATE TABLE catalogue_closures (
  coin text NOT NULL,
  network text NOT NULL,
  since timestamptz,
  PRIMARY KEY (coin, network)
);

-- Idle accounts that were told when their balance will be written off.
CREATE TABLE write_off_notices (
  account_id bigint PRIMARY KEY REFERENCES accounts,
  announced_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL CHECK (due_at > announced_at)
);
