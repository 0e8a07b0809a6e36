-- The content of what was taken down, and of what was deleted while a moderator had it hidden, as SHA-256: it outlives its
-- item and its owner, so that the same bytes are known at every door (origin/uploads/bytes-door.ts). Rows are lifted, never
-- deleted.

-- Of each file, where its bytes passed. NULL: not read yet (origin/uploads/hash-files.ts). '': the bucket has no such file.
ALTER TABLE renditions ADD COLUMN sha256 TEXT;
UPDATE renditions SET sha256 = (SELECT sha256 FROM uploads WHERE gif_id = renditions.gif_id)
 WHERE r2_key = (SELECT file FROM uploads WHERE gif_id = renditions.gif_id);
CREATE INDEX renditions_by_content ON renditions (sha256) WHERE sha256 > '';
CREATE INDEX renditions_not_read ON renditions (gif_id) WHERE sha256 IS NULL;

-- The clip's own content, and that of the file it was cut from.
ALTER TABLE clips ADD COLUMN sha256 TEXT;
ALTER TABLE clips ADD COLUMN source_sha256 TEXT;
CREATE INDEX clips_by_item ON clips (gif_id) WHERE gif_id IS NOT NULL;
CREATE INDEX clips_by_content ON clips (sha256);
CREATE INDEX clips_by_source ON clips (source_sha256);

-- `gif_id` is the item that was decided about. It may be gone.
CREATE TABLE removed_files (
  sha256      TEXT NOT NULL,
  gif_id      TEXT NOT NULL,
  kind        TEXT NOT NULL CHECK (kind IN ('removed', 'hidden')),
  reason      TEXT NOT NULL DEFAULT '',
  created_at  TEXT NOT NULL,
  restored_at TEXT,
  PRIMARY KEY (sha256, gif_id, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX removed_files_by_item ON removed_files (gif_id, kind);

-- What we hold of an item, by content. A file that is not read yet is known by its key: those of `ingest` are named by the
-- first 32 digits. A still that another item shows too is that one's (a black first frame is in many): not the item's own.
CREATE VIEW item_hashes AS
SELECT gif_id, sha256 FROM uploads
UNION ALL
SELECT r.gif_id, coalesce(r.sha256, substr(r.r2_key, 3, 32)) FROM renditions AS r
 WHERE r.sha256 IS NOT ''
   AND NOT (substr(r.name, -6) = '_still' AND EXISTS (
     SELECT 1 FROM renditions AS other
      WHERE other.sha256 = r.sha256 AND other.sha256 > '' AND other.gif_id <> r.gif_id
        AND NOT EXISTS (SELECT 1 FROM removals WHERE gif_id = other.gif_id AND restored_at IS NULL)));

INSERT INTO removed_files (sha256, gif_id, kind, reason, created_at)
SELECT h.sha256, h.gif_id, 'removed', r.reason, r.created_at
  FROM removals AS r JOIN item_hashes AS h ON h.gif_id = r.gif_id WHERE r.restored_at IS NULL
    ON CONFLICT DO NOTHING;
-- With each takedown and its end, so that no writer can forget it.
CREATE TRIGGER removals_keep_content AFTER INSERT ON removals WHEN new.restored_at IS NULL BEGIN
  INSERT INTO removed_files (sha256, gif_id, kind, reason, created_at)
  SELECT sha256, gif_id, 'removed', new.reason, new.created_at FROM item_hashes WHERE gif_id = new.gif_id
      ON CONFLICT (sha256, gif_id, kind) DO UPDATE SET reason = excluded.reason, created_at = excluded.created_at, restored_at = NULL;
END;
CREATE TRIGGER removals_lift_content AFTER UPDATE OF restored_at ON removals
WHEN old.restored_at IS NULL AND new.restored_at IS NOT NULL BEGIN
  UPDATE removed_files SET restored_at = new.restored_at
   WHERE gif_id = new.gif_id AND kind = 'removed' AND restored_at IS NULL;
END;

-- What is shown again passes again, wherever it was hidden.
CREATE TRIGGER gifs_lift_content AFTER UPDATE OF is_hidden ON gifs WHEN old.is_hidden = 1 AND new.is_hidden = 0 BEGIN
  UPDATE removed_files SET restored_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
   WHERE kind = 'hidden' AND restored_at IS NULL AND sha256 IN (SELECT sha256 FROM item_hashes WHERE gif_id = new.id);
END;

-- What comes to an item that is gone already: a rendition that was being made, or a file that was not read before.
CREATE TRIGGER renditions_keep_new AFTER INSERT ON renditions
WHEN new.sha256 > '' AND EXISTS (SELECT 1 FROM removed_files WHERE gif_id = new.gif_id AND restored_at IS NULL) BEGIN
  INSERT INTO removed_files (sha256, gif_id, kind, reason, created_at)
  SELECT new.sha256, gif_id, kind, max(reason), max(created_at)
    FROM removed_files WHERE gif_id = new.gif_id AND restored_at IS NULL GROUP BY kind
      ON CONFLICT (sha256, gif_id, kind) DO UPDATE SET restored_at = NULL;
END;
CREATE TRIGGER renditions_keep_read AFTER UPDATE OF sha256 ON renditions
WHEN new.sha256 > '' AND new.sha256 IS NOT old.sha256
     AND EXISTS (SELECT 1 FROM removed_files WHERE gif_id = new.gif_id AND restored_at IS NULL) BEGIN
  INSERT INTO removed_files (sha256, gif_id, kind, reason, created_at)
  SELECT new.sha256, gif_id, kind, max(reason), max(created_at)
    FROM removed_files WHERE gif_id = new.gif_id AND restored_at IS NULL GROUP BY kind
      ON CONFLICT (sha256, gif_id, kind) DO UPDATE SET restored_at = NULL;
END;

-- An upload that was on its way while its bytes were taken down.
CREATE TRIGGER uploads_refuse_removed BEFORE INSERT ON uploads
WHEN EXISTS (SELECT 1 FROM removed_files
              WHERE sha256 = new.sha256 AND kind = 'removed' AND restored_at IS NULL) BEGIN
  SELECT RAISE(ABORT, 'this file was taken down');
END;

-- Clips die with what they were cut from; the next round drops their files.
CREATE TRIGGER clips_end_with_gone_item AFTER UPDATE OF is_removed, is_hidden ON gifs
WHEN new.is_removed > old.is_removed OR new.is_hidden > old.is_hidden BEGIN
  DELETE FROM clips WHERE gif_id = new.id;
END;
CREATE TRIGGER clips_end_with_item AFTER DELETE ON gifs BEGIN
  DELETE FROM clips WHERE gif_id = old.id;
END;
CREATE TRIGGER clips_end_with_content AFTER INSERT ON removed_files BEGIN
  DELETE FROM clips WHERE gif_id IS NULL AND (sha256 = new.sha256 OR source_sha256 = new.sha256);
END;
CREATE TRIGGER clips_give_up_files AFTER DELETE ON clips BEGIN
  INSERT INTO unused_files (r2_key) VALUES (old.r2_key) ON CONFLICT (r2_key) DO UPDATE SET keep_until = '';
END;
