-- A link that confirms a new e-mail address names it: the account has its old one until then.
ALTER TABLE links ADD COLUMN email TEXT COLLATE NOCASE;
