-- Each change of who may see an item, written by the triggers below alone, so that no writer can forget it. Isolates read
-- the rows that are new to them every few seconds (worker/provider/gone/gone-ids.ts); old ones are deleted at night.
CREATE TABLE visibility_log (
  seq    INTEGER PRIMARY KEY AUTOINCREMENT,
  gif_id TEXT NOT NULL,
  state  TEXT NOT NULL CHECK (state IN ('open', 'unlisted', 'hidden', 'deleted', 'removed', 'restored')),
  at     TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) STRICT;

CREATE INDEX visibility_log_by_time ON visibility_log (at);
CREATE INDEX visibility_log_by_gif ON visibility_log (gif_id);
CREATE INDEX visibility_log_restored ON visibility_log (seq) WHERE state = 'restored';

CREATE TRIGGER removals_after_insert AFTER INSERT ON removals WHEN new.restored_at IS NULL BEGIN
  INSERT INTO visibility_log (gif_id, state) VALUES (new.gif_id, 'removed');
END;

CREATE TRIGGER removals_after_restore AFTER UPDATE OF restored_at ON removals
WHEN old.restored_at IS NULL AND new.restored_at IS NOT NULL BEGIN
  INSERT INTO visibility_log (gif_id, state) VALUES (new.gif_id, 'restored');
END;

CREATE TRIGGER gifs_after_visibility AFTER UPDATE OF is_removed, is_hidden, is_indexable ON gifs
WHEN new.is_removed <> old.is_removed OR new.is_hidden <> old.is_hidden OR new.is_indexable <> old.is_indexable BEGIN
  INSERT INTO visibility_log (gif_id, state)
  VALUES (new.id, iif(new.is_removed = 1, 'removed', iif(new.is_hidden = 1, 'hidden',
                  iif(new.is_indexable = 0, 'unlisted', 'open'))));
END;

-- What was taken down stays so, also if its row is deleted or comes again.
CREATE TRIGGER gifs_after_deletion AFTER DELETE ON gifs BEGIN
  INSERT INTO visibility_log (gif_id, state)
  SELECT old.id, iif(EXISTS (SELECT 1 FROM removals WHERE gif_id = old.id AND restored_at IS NULL), 'removed', 'deleted');
END;

CREATE TRIGGER gifs_after_return AFTER INSERT ON gifs
WHEN EXISTS (SELECT 1 FROM visibility_log WHERE gif_id = new.id)
  OR EXISTS (SELECT 1 FROM removals WHERE gif_id = new.id AND restored_at IS NULL) BEGIN
  UPDATE gifs SET is_removed = 1
   WHERE id = new.id AND EXISTS (SELECT 1 FROM removals WHERE gif_id = new.id AND restored_at IS NULL);
  INSERT INTO visibility_log (gif_id, state)
  SELECT id, iif(is_removed = 1, 'removed', iif(is_hidden = 1, 'hidden', iif(is_indexable = 0, 'unlisted', 'open')))
    FROM gifs WHERE id = new.id;
END;
