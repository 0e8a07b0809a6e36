-- What clients of KLIPY's API get besides the items: what their customers have used lately, and tiny pictures.

-- `customer` is a keyed hash of a key and of what its client calls a customer. The 50 newest of a type stay, for 30 days
-- (origin/recents.ts). An item may be a configured provider's.
CREATE TABLE recents (
  customer TEXT    NOT NULL,
  type     TEXT    NOT NULL,
  gif_id   TEXT    NOT NULL,
  at       INTEGER NOT NULL,
  PRIMARY KEY (customer, type, gif_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX recents_by_time ON recents (at);

-- A few pixels of an item as a whole picture, in base64; '' where its file could not be read (origin/imaging/blurs.ts).
CREATE TABLE blurs (
  gif_id  TEXT NOT NULL PRIMARY KEY REFERENCES gifs (id) ON DELETE CASCADE,
  picture TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TRIGGER blurs_of_removed AFTER UPDATE OF is_removed ON gifs WHEN new.is_removed = 1 BEGIN
  DELETE FROM blurs WHERE gif_id = new.id;
END;
