-- How far each chain was searched for the pool's own blocks: those that it dates before this moment are rounds, and what is mature of them
-- is credited. A copy of the database has the moment of when it was made. NULL: not searched yet.
CREATE TABLE block_searches (
  chain text PRIMARY KEY,
  complete_until timestamptz
);
