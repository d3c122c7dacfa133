-- By themselves, behind the columns: building them over many rounds takes seconds, in which others may still read.
CREATE INDEX rounds_by_time ON rounds (found_at DESC, id DESC);
-- The block before another one of its chain, by the work that was done until then, which grows with every block: by its id the search would go
-- through the blocks of all chains, and a chain with few blocks beside a busy one has its last one far back.
CREATE INDEX rounds_of_chain ON rounds (chain, mined_work DESC, id DESC) WHERE mined_work IS NOT NULL AND state <> 'refused';
CREATE INDEX rounds_uncompared ON rounds (chain, id DESC) WHERE state = 'credited' AND reorged_at IS NULL AND reward_compared_at IS NULL;
