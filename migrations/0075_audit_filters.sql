-- The audit log by who, by what was done, and by day: a page and its count are a range of one index.
CREATE INDEX audit_by_actor ON audit (actor COLLATE NOCASE, created_at);
CREATE INDEX audit_by_action ON audit (action, created_at);
CREATE INDEX audit_by_time ON audit (created_at);
