-- How other pools stand in each process that gives their work, as it says every twenty seconds: counts are since that process began.
CREATE TABLE upstream_states (
  -- Made when a process begins: one that is started again is another one.
  process uuid NOT NULL,
  upstream text NOT NULL,
  said_at timestamptz NOT NULL,
  has_work boolean NOT NULL,
  connections integer NOT NULL,
  -- By what became of them: the number of the shares, and as text the hashes that they stand for.
  counts jsonb NOT NULL,
  blocks_found bigint NOT NULL,
  -- That their work finds on average, in millionths.
  blocks_expected bigint NOT NULL,
  -- Expected hashes for a block by its newest job; nothing where jobs do not say it.
  network_work numeric(78,0),
  PRIMARY KEY (process, upstream)
);
