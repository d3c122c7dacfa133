-- All work that the miners of an algorithm ever proved, and all that a demo fleet made up for it. It only grows, and is never cleared: what
-- lies between two blocks of a chain is what the second one took.
CREATE TABLE mined_work (
  algorithm text NOT NULL,
  simulated boolean NOT NULL,
  work numeric(78, 0) NOT NULL CHECK (work > 0),
  PRIMARY KEY (algorithm, simulated)
);
-- How much of it there was when the block was found; unknown of blocks of before, and of those that only their chain still had. And how deep
-- the nodes have the block: at least so many confirmations at so many of the nodes that were asked; unknown where the chain is its own truth.
ALTER TABLE rounds
  ADD COLUMN mined_work numeric(78, 0),
  ADD COLUMN block_confirmations integer,
  ADD COLUMN confirming_nodes integer,
  ADD COLUMN asked_nodes integer;
