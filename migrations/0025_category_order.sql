-- The items of a subcategory in the order of their places (migration 0023); -1 is an item that no list shows.
ALTER TABLE category_gifs ADD COLUMN place INTEGER NOT NULL DEFAULT -1;
UPDATE category_gifs
   SET place = coalesce((SELECT place FROM gifs WHERE id = category_gifs.gif_id AND is_listed = 1), -1);
CREATE INDEX category_gifs_by_place ON category_gifs (category, subcategory, place DESC);

CREATE TRIGGER category_gifs_take_place AFTER INSERT ON category_gifs BEGIN
  UPDATE category_gifs SET place = (SELECT place FROM gifs WHERE id = new.gif_id)
   WHERE category = new.category AND subcategory = new.subcategory AND gif_id = new.gif_id
     AND EXISTS (SELECT 1 FROM gifs WHERE id = new.gif_id AND is_listed = 1);
END;

CREATE TRIGGER gifs_change_place AFTER UPDATE ON gifs
WHEN new.place <> old.place OR new.is_listed <> old.is_listed BEGIN
  UPDATE category_gifs SET place = iif(new.is_listed = 1, new.place, -1) WHERE gif_id = new.id;
END;
