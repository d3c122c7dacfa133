-- What owners were answered under an Idempotency-Key of theirs, kept a day: a request whose answer was lost may be repeated.
CREATE TABLE owner_answers (
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 64),
  -- What was asked, and with which proof: the same key for anything else is refused.
  asked bytea NOT NULL,
  answer jsonb NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (account_id, key)
);
CREATE INDEX owner_answers_old ON owner_answers (at);
