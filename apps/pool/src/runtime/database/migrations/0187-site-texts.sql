-- Notices of the news and support articles that operators write with their commands or on their page, beside those in files.
CREATE TABLE site_texts (
  kind text NOT NULL CHECK (kind IN ('news', 'article')),
  slug text NOT NULL CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(slug) <= 100),
  -- As it was written last, by the names of its fields.
  draft jsonb NOT NULL,
  written_at timestamptz NOT NULL,
  -- What the site shows, and since when; nothing where it shows none of it.
  shown jsonb,
  shown_at timestamptz,
  first_shown_at timestamptz,
  PRIMARY KEY (kind, slug),
  CHECK ((shown IS NULL) = (shown_at IS NULL)),
  CHECK (shown_at IS NULL OR first_shown_at IS NOT NULL)
);
