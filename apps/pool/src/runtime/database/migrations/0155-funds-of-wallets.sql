-- What a wallet had of a coin when it was last short of it: pages and operators read here what a payout waits for, and ask no node.
CREATE TABLE payout_funds (
  network text NOT NULL,
  coin text NOT NULL,
  spendable numeric(78, 0) NOT NULL CHECK (spendable >= 0),
  waiting numeric(78, 0) NOT NULL CHECK (waiting >= 0),
  fee numeric(78, 0) NOT NULL CHECK (fee >= 0),
  asked_at timestamptz NOT NULL,
  PRIMARY KEY (network, coin)
);
