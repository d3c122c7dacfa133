-- An operator has found that a block is on its chain although its nodes do not agree: from then on one node that has it mature is enough.
ALTER TABLE rounds ADD COLUMN declared_mature_at timestamptz;
