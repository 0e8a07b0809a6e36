-- A decision is about a version of an item (origin/site/moderation/versions.ts). The code before reads and writes none of it.

-- Rises with each change of what visitors see.
ALTER TABLE gifs ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
-- Who has hidden an item: null while it is shown, and where no one is known to have.
ALTER TABLE gifs ADD COLUMN hidden_by TEXT CHECK (hidden_by IN ('owner', 'moderator'));
-- The rating that moderators or staff have set: the item's owner goes below it no more.
ALTER TABLE gifs ADD COLUMN set_rating TEXT CHECK (set_rating IN ('y', 'g', 'pg', 'pg-13', 'r'));

CREATE TRIGGER gifs_raise_revision
AFTER UPDATE OF title, alt_text, tags, rating, type, source, cta_link, cta_text, translated ON gifs
WHEN (new.title, new.alt_text, new.tags, new.rating, new.type, new.source, new.cta_link, new.cta_text, new.translated)
     IS NOT (old.title, old.alt_text, old.tags, old.rating, old.type, old.source, old.cta_link, old.cta_text, old.translated) BEGIN
  UPDATE gifs SET revision = revision + 1 WHERE id = new.id;
END;

UPDATE gifs
   SET hidden_by = (SELECT iif(actor_id = gifs.user_id, 'owner', 'moderator') FROM audit
                     WHERE target = 'gif/' || gifs.id AND action IN ('gif.hide', 'gif.show') ORDER BY id DESC LIMIT 1)
 WHERE is_hidden = 1;

-- The code before hides without saying who: its audit does, which it writes first. What is shown was hidden by no one.
CREATE TRIGGER gifs_name_who_hides AFTER UPDATE OF is_hidden ON gifs
WHEN new.is_hidden <> old.is_hidden AND new.hidden_by IS old.hidden_by BEGIN
  UPDATE gifs
     SET hidden_by = iif(new.is_hidden = 0, NULL,
                         (SELECT iif(actor_id = new.user_id, 'owner', 'moderator') FROM audit
                           WHERE target = 'gif/' || new.id AND action IN ('gif.hide', 'gif.show') ORDER BY id DESC LIMIT 1))
   WHERE id = new.id;
END;

UPDATE gifs
   SET set_rating = (SELECT rating FROM moderations
                      WHERE gif_id = gifs.id AND undone_at IS NULL AND (action = 'rating' OR rating <> was_rating)
                      ORDER BY id DESC LIMIT 1)
 WHERE id IN (SELECT gif_id FROM moderations);

-- `edits` is JSON of what an owner has changed since a decision: each part of the item as it was decided about. `list` is what
-- the item waits in: the check on `job_id` knows two of the three.
ALTER TABLE moderation_queue ADD COLUMN edits TEXT;
ALTER TABLE moderation_queue ADD COLUMN list TEXT GENERATED ALWAYS AS (
  iif(job_id = 'uploads' AND edits IS NOT NULL, 'edits', job_id)) VIRTUAL;
CREATE INDEX moderation_queue_lists ON moderation_queue (list, queued_at, gif_id) WHERE batch_id IS NULL;

-- The job of a batch where it is one that the check does not know.
ALTER TABLE moderation_batches ADD COLUMN list TEXT;

-- What was decided about, and what comes back with it. `set_rating` is the rating that the decision itself set.
ALTER TABLE moderations ADD COLUMN revision INTEGER;
ALTER TABLE moderations ADD COLUMN edits TEXT;
ALTER TABLE moderations ADD COLUMN set_rating TEXT;
ALTER TABLE moderations ADD COLUMN was_set_rating TEXT;
ALTER TABLE moderations ADD COLUMN was_hidden_by TEXT;

DROP TRIGGER moderations_count;
DROP TRIGGER moderations_uncount;

CREATE TRIGGER moderations_count AFTER INSERT ON moderations WHEN new.action <> 'skip' BEGIN
  INSERT INTO moderation_counts (job_id, user_id, count)
  VALUES (iif(new.job_id = 'uploads' AND new.edits IS NOT NULL, 'edits', coalesce(new.job_id, '')), new.user_id, 1)
      ON CONFLICT (job_id, user_id) DO UPDATE SET count = count + 1;
END;

CREATE TRIGGER moderations_uncount AFTER UPDATE OF undone_at ON moderations
WHEN old.undone_at IS NULL AND new.undone_at IS NOT NULL AND new.action <> 'skip' BEGIN
  UPDATE moderation_counts SET count = count - 1
   WHERE job_id = iif(new.job_id = 'uploads' AND new.edits IS NOT NULL, 'edits', coalesce(new.job_id, ''))
     AND user_id = new.user_id;
END;
