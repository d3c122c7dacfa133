-- Whether what another pool pays comes to a place of ours, as it was found when that was asked last (decision 230): the address that is typed there is one
-- of the wallet's, or of the account at an exchange, and that takes the coin. No work of one is given before it was found so.
CREATE TABLE upstream_places (
  upstream text NOT NULL,
  algorithm text NOT NULL,
  coin text NOT NULL,
  -- The exchange; empty for a wallet. And the address; empty where the settings name none.
  place text NOT NULL,
  address text NOT NULL,
  -- What was asked for them when: of other words of the settings nothing is known.
  asked_at timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('ours', 'not-ours', 'unanswered')),
  since timestamptz NOT NULL,
  -- When it was found to be ours last, and how often in a row it was not since.
  ours_at timestamptz,
  misses int NOT NULL CHECK (misses >= 0),
  -- In words, what was answered last where that is not that all is well.
  why text,
  PRIMARY KEY (upstream, algorithm),
  CHECK (state <> 'ours' OR ours_at IS NOT NULL)
);
