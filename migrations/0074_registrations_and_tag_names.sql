-- The hash of the secret of the browser that registered an account which is not confirmed: it may register the name again, with
-- an address that was mistyped before. Like all of it, it says nothing of whether the address is another account's (T33).
ALTER TABLE users ADD COLUMN registration TEXT NOT NULL DEFAULT '';

-- What a tag is called in another language: pages show it so.
CREATE INDEX language_tags_by_meaning ON language_tags (lang, translates, tag) WHERE translates <> '';
