-- Which process has which first byte of extranonce1: work of live sessions is kept apart by it over all processes on this
-- database. Times are the holder's own, from the machine's clock. A row goes when its process stops; one that died leaves it to lapse.
CREATE TABLE instances (
  number int PRIMARY KEY CHECK (number BETWEEN 0 AND 255),
  holder uuid NOT NULL UNIQUE,
  leased_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > leased_at)
);
