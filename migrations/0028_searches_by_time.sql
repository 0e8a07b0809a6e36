-- What people search for, the latest first (origin/searches/list-searches.ts).
CREATE INDEX search_counts_by_time ON search_counts (searched_at);
