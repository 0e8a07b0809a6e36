-- Renditions are made by makers too, wherever they run: each takes work by lease (origin/uploads/lease-renditions.ts).

-- `lease` names the maker's lease: '' while the image service works, or no one does. `planned` is how many versions there will be,
-- 0 where that is not known. `by_service` is 1 where the image service has made what it can: a maker makes the rest.
ALTER TABLE uploads ADD COLUMN lease TEXT NOT NULL DEFAULT '';
ALTER TABLE uploads ADD COLUMN planned INTEGER NOT NULL DEFAULT 0;
ALTER TABLE uploads ADD COLUMN by_service INTEGER NOT NULL DEFAULT 0;
CREATE INDEX uploads_of_service ON uploads (updated_at) WHERE by_service = 1;
-- Until now the image service has made all, and it writes why there is no more.
UPDATE uploads SET by_service = 1 WHERE state = 'done' AND reason <> '';

-- A form that an item of the library lacks, from the first lease for it on. What is done is not looked at again, whether the
-- form was worth its bytes or not.
CREATE TABLE lacking_forms (
  gif_id     TEXT    NOT NULL REFERENCES gifs (id) ON DELETE CASCADE,
  form       TEXT    NOT NULL,
  state      TEXT    NOT NULL CHECK (state IN ('working', 'done', 'failed')),
  lease      TEXT    NOT NULL,
  tries      INTEGER NOT NULL DEFAULT 1,
  reason     TEXT    NOT NULL DEFAULT '',
  updated_at TEXT    NOT NULL,
  PRIMARY KEY (gif_id, form)
) STRICT, WITHOUT ROWID;
CREATE INDEX lacking_forms_under_way ON lacking_forms (updated_at) WHERE state = 'working';

-- When a maker asked for work last: while one is here, the image service leaves it the queue.
CREATE TABLE makers (
  id       INTEGER PRIMARY KEY CHECK (id = 1),
  asked_at TEXT NOT NULL
) STRICT;
INSERT INTO makers (id, asked_at) VALUES (1, '');
