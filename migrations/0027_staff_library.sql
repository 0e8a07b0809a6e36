-- The list of all items for moderators (origin/queries/library.ts): each filter is read from its newest item.
CREATE INDEX gifs_of_type ON gifs (type, num) WHERE is_removed = 0;
CREATE INDEX gifs_of_rating ON gifs (rating, num) WHERE is_removed = 0;
-- Hidden ones, and those that are merely not listed: their words are in no index.
CREATE INDEX gifs_not_listed ON gifs (is_hidden, num) WHERE is_listed = 0 AND is_removed = 0;
CREATE INDEX uploads_failed ON uploads (created_at) WHERE state = 'failed';
