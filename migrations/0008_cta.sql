-- An item's call to action: a link and its words; without a link there is none.
ALTER TABLE gifs ADD COLUMN cta_link TEXT NOT NULL DEFAULT '';
ALTER TABLE gifs ADD COLUMN cta_text TEXT NOT NULL DEFAULT '';
