-- The block before another one of its chain, by the work that was done until then, which grows with every block: by its id the search went
-- through the blocks of all chains, and a chain with few blocks beside a busy one has its last one far back.
DROP INDEX rounds_of_chain;
CREATE INDEX rounds_of_chain ON rounds (chain, mined_work DESC, id DESC) WHERE mined_work IS NOT NULL AND state <> 'refused';
