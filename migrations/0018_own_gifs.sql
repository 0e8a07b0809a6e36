-- The list of somebody's own items, and what a user's deletion looks for (origin/uploads/own-gifs.ts).
CREATE INDEX gifs_of_owner ON gifs (user_id, num) WHERE user_id IS NOT NULL;
