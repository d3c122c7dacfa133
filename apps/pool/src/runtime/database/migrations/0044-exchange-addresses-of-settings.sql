-- What flags an address: an operator's command, or the settings, whose flags are replaced whenever they change.
ALTER TABLE exchange_addresses
  ADD COLUMN origin text NOT NULL DEFAULT 'command' CHECK (origin IN ('command', 'settings'));
