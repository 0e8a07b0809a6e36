-- An upload that becomes another person's (staff may give it) counts for them, and no longer for whose it was (T60).
CREATE TRIGGER uploads_given AFTER UPDATE OF user_id ON uploads WHEN new.user_id <> old.user_id BEGIN
  UPDATE users SET upload_count = upload_count - 1, upload_bytes = upload_bytes - new.bytes WHERE id = old.user_id;
  UPDATE users SET upload_count = upload_count + 1, upload_bytes = upload_bytes + new.bytes WHERE id = new.user_id;
END;
