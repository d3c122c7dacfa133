-- An operator has given up a network whose wallet will never answer again: what may have left it holds no other network back.
ALTER TABLE network_maintenance
  ADD COLUMN abandoned boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT network_maintenance_abandoned_is_closed CHECK (mode = 'closed' OR NOT abandoned);
