-- What was taken down is known by its title in the list of takedowns, also once its item is gone.
ALTER TABLE removals ADD COLUMN title TEXT NOT NULL DEFAULT '';
UPDATE removals SET title = coalesce((SELECT title FROM gifs WHERE id = removals.gif_id), '');
