-- What sources of rates have answered, by the call: processes of one pool make each call once and read what it was answered.
CREATE TABLE rate_answers (
  source text NOT NULL,
  path text NOT NULL,
  -- When a process began to make the call last.
  asked_at timestamptz NOT NULL,
  -- What the last call that has ended came to, as the code reads it; nothing before the first.
  answer jsonb,
  answered_at timestamptz,
  PRIMARY KEY (source, path),
  CHECK ((answer IS NULL) = (answered_at IS NULL))
);
