/** Days before now, as the rows keep times. */
const ago = (days: number) => `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-${days} days')`

const numbers = (from: number, to: number) =>
  `WITH RECURSIVE numbers (n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${to})`

/** The listed GIFs of the library by their heat, with `n` from 1. */
const GIFS = `(SELECT id, row_number() OVER (ORDER BY heat DESC, num DESC) AS n FROM gifs WHERE is_listed = 1 AND shelf = 'gifs')`

const LETTER = `json_object('user_id', 'abc', 'action_type', 'CLICK', 'attributes', json_object(), 'analytics_response_payload', '')`

/** How many rows each list of the staff pages has with these statements. */
export const FILLED = {
  reports: 14,
  claims: 2,
  takedowns: 6,
  keys: 5,
  outbox: 8,
  audit: 60,
  deadLetters: 5,
  searches: 60,
}

/** Rows for every list of the staff pages, so that none is empty: statements for `productWith`. */
export const STAFF_ROWS: readonly string[] = [
  `INSERT INTO reports (gif_id, reasons, additional_info, anonymous, visitor, state, note, created_at, decided_at, decided_by)
   SELECT id, json_array(CASE n % 4 WHEN 0 THEN 'spam' WHEN 1 THEN 'copyright' WHEN 2 THEN 'violence' ELSE 'other' END),
          CASE n % 3 WHEN 0 THEN '' ELSE 'This was filmed by me, and nobody asked me whether they may show it. Report ' || n END, 1, 'visitor ' || n,
          CASE WHEN n <= 9 THEN 'open' WHEN n <= 12 THEN 'accepted' ELSE 'rejected' END, '', ${ago(1)},
          CASE WHEN n <= 9 THEN NULL ELSE ${ago(0)} END, CASE WHEN n <= 9 THEN NULL ELSE 'max' END
     FROM ${GIFS} WHERE n BETWEEN 1 AND ${FILLED.reports - 1}`,
  `INSERT INTO reports (search_term, reasons, anonymous, visitor, created_at)
   VALUES ('cats in hats', '["hate"]', 1, 'another visitor', ${ago(1)})`,
  `INSERT INTO claims (gif_id, kind, name, email, address, explanation, visitor, created_at)
   SELECT id, CASE n WHEN 31 THEN 'copyright' ELSE 'privacy' END, 'Cleo', 'cleo@example.test', '/gifs/' || id,
          'I took this picture myself, on my own balcony, and no one asked me.', 'visitor ' || n, ${ago(1)}
     FROM ${GIFS} WHERE n BETWEEN 31 AND ${30 + FILLED.claims}`,
  `INSERT INTO removals (gif_id, reason, note, actor_id, created_at, restored_at, restored_by)
   SELECT id, 'A claim of whoever made the film', CASE n % 2 WHEN 0 THEN '' ELSE 'By letter' END, 'id-sue', ${ago(2)},
          CASE WHEN n > 43 THEN ${ago(1)} END, CASE WHEN n > 43 THEN 'sue' END
     FROM ${GIFS} WHERE n BETWEEN 40 AND ${39 + FILLED.takedowns}`,
  `UPDATE gifs SET is_removed = 1 WHERE id IN (SELECT gif_id FROM removals WHERE restored_at IS NULL)`,
  `INSERT INTO search_counts (term, count, searched_at) ${numbers(1, FILLED.searches)}
   SELECT printf('happy term %03d', n), 7 * n, '2026-11-22T10:00:00.000Z' FROM numbers`,
  `INSERT INTO keys (hash, id, name, rate, rating, created_at) ${numbers(1, FILLED.keys)}
   SELECT 'hash' || n, 'key' || n, 'Partner ' || n, CASE n WHEN 1 THEN 0 ELSE 60 * n END, 'pg', ${ago(9)} FROM numbers`,
  `INSERT INTO key_usage (key_id, day, requests, refused) ${numbers(0, 2)}
   SELECT 'key2', date('now', -n || ' days'), 1200 + n, 3 * n FROM numbers`,
  `INSERT INTO invitations (id, hash, uses, created_by, created_at, expires_at, revoked_at) ${numbers(1, 4)}
   SELECT 'inv' || n, 'hash' || n, n, 'id-sue', ${ago(3)}, iif(n = 3, ${ago(1)}, '2100-01-01T00:00:00.000Z'), iif(n = 4, ${ago(1)}, NULL) FROM numbers`,
  `INSERT INTO invited (user_id, invitation_id) VALUES ('id-pia', 'inv2')`,
  `INSERT INTO site_texts (name, language, text) VALUES ('rules', 'en', 'Be kind.'), ('imprint', 'de', 'Loopframe')`,
  `INSERT INTO webhooks (id, url, events, secret, is_active, off_because, created_by, created_at)
   VALUES ('hook1', 'https://hooks.example.com/loopframe', '["report","takedown"]', 's', 1, '', 'id-sue', ${ago(3)}),
          ('hook2', 'https://old.example.com/', '["dead-letter"]', 's', 0, '5 deliveries in a row failed', 'id-sue', ${ago(9)})`,
  `INSERT INTO webhook_deliveries (webhook_id, event, data, created_at, tries, tried_at, status, failure) ${numbers(1, 4)}
   SELECT 'hook1', iif(n % 2, 'report', 'takedown'), '{}', ${ago(1)}, n, ${ago(1)}, iif(n = 3, NULL, 200), '' FROM numbers`,
  `INSERT INTO outbox (recipient, subject, text, created_at, sent_at) ${numbers(1, FILLED.outbox)}
   SELECT 'person' || n || '@example.test', 'Confirm your account', 'Follow this link: https://loop.test/confirm?token=' || n,
          ${ago(1)}, CASE WHEN n % 3 = 0 THEN NULL ELSE ${ago(1)} END FROM numbers`,
  `INSERT INTO audit (actor_id, actor, action, target, reason, created_at) ${numbers(1, FILLED.audit)}
   SELECT 'id-sue', 'sue', CASE n % 3 WHEN 0 THEN 'gif.remove' WHEN 1 THEN 'gif.restore' ELSE 'user.role' END,
          CASE n % 3 WHEN 2 THEN 'user/' || n ELSE 'gif/abc' || n END, 'A reason, number ' || n, ${ago(3)} FROM numbers`,
  `INSERT INTO dead_letters (event, reason) ${numbers(1, FILLED.deadLetters)}
   SELECT ${LETTER}, 'The service answered 503, number ' || n FROM numbers`,
  `INSERT INTO scheduled_gifs (gif_id, at, type, is_sticker)
   SELECT id, strftime('%Y-%m-%dT%H:00:00.000Z', 'now', '+' || n || ' days'), 'gif', 0 FROM ${GIFS} WHERE n <= 8`,
  `INSERT INTO scheduler_activity (action, username, at, gifs)
   SELECT 'create', 'sue', ${ago(1)},
          json_array(json_object('id', id, 'is_sticker', 0, 'type', 'gif', 'timestamp', ${ago(1)})) FROM ${GIFS} WHERE n <= 6`,
  `INSERT INTO day_counts (gif_id, day, action, count)
   SELECT id, date('now', '-' || (n % 4) || ' days'), 'SEEN', 900 - n FROM ${GIFS} WHERE n <= 60`,
  `INSERT INTO site_counts (gif_id, day, site, action, count)
   SELECT id, date('now'), 'https://site' || (n % 5) || '.example', 'SEEN', n FROM ${GIFS} WHERE n <= 20`,
  `INSERT INTO day_totals (day, action, count) ${numbers(0, 29)}
   SELECT strftime('%Y-%m-%d', 'now', '-' || n || ' days'), action, weight * (40 + (n * 37) % 90)
     FROM numbers, (SELECT 'SEEN' AS action, 20 AS weight UNION ALL SELECT 'HOVER', 5 UNION ALL SELECT 'CLICK', 1)`,
  `INSERT INTO moderation_queue (gif_id, job_id, queued_at)
   SELECT id, 'uploads', ${ago(1)} FROM ${GIFS} WHERE n BETWEEN 20 AND 32`,
  `INSERT INTO moderation_counts (job_id, user_id, count) VALUES ('reports', 'id-max', 214), ('reports', 'id-sue', 96)`,
  `INSERT INTO stories (id, slug, user_id, title, caption, tags, gifs, cover_gif, publish_at, created_at, updated_at) ${numbers(1, 6)}
   SELECT 'story' || n, 'a-story-' || n, 'id-pia', 'A day out, part ' || n, 'What happened then', '["day"]',
          (SELECT json_group_array(id) FROM ${GIFS} WHERE n <= 3), (SELECT id FROM ${GIFS} WHERE n = 1),
          ${ago(2)}, ${ago(3)}, ${ago(3)} FROM numbers`,
  `INSERT INTO featured (gif_id, position) SELECT id, n FROM ${GIFS} WHERE n BETWEEN 7 AND 9`,
  `INSERT INTO synonyms (words, means, lang) VALUES ('["kitty","kitten"]', '["cat"]', 'en'), ('["bday","birthday"]', '[]', '')`,
  `INSERT INTO redirects (source, old_id, gif_id, created_at)
   SELECT CASE n WHEN 1 THEN 'own' ELSE 'giphy' END, 'old-' || n, id, ${ago(5)} FROM ${GIFS} WHERE n <= 3`,
  `INSERT INTO trending_stories (story_id, publish_at) SELECT id, strftime('%Y-%m-%dT%H:00:00.000Z', 'now', '+2 days') FROM stories LIMIT 4`,
]

/** Reported items with one report or several, some with a long title: statements for `productWith`. */
export const QUEUE_ROWS: readonly string[] = [
  `INSERT INTO reports (gif_id, reasons, additional_info, anonymous, visitor, state, note, created_at)
   SELECT gif.id, '["spam"]', replace(hex(zeroblob(report.n * 12)), '00', 'words of a report '), 1, 'visitor ' || gif.n || '-' || report.n,
          'open', '', strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 days')
     FROM ${GIFS} gif JOIN (SELECT 1 AS n UNION SELECT 2 UNION SELECT 3 UNION SELECT 4) report
    WHERE gif.n <= 24 AND report.n <= 1 + gif.n % 4`,
  `UPDATE gifs SET title = replace(hex(zeroblob(14)), '00', 'long words ') WHERE id IN (SELECT id FROM ${GIFS} WHERE n % 3 = 0)`,
]

const EDITED = `(SELECT gif_id FROM renditions WHERE name = 'original' AND format = 'gif' ORDER BY gif_id LIMIT 1)`

/** An item that its owner has changed since a decision, with what it was: statements for `productWith`. */
export const EDIT_ROWS: readonly string[] = [
  `UPDATE gifs SET title = 'A loud title', tags = '["loud","louder"]', rating = 'pg', cta_link = 'https://shop.example.com/'
    WHERE id = ${EDITED}`,
  `DELETE FROM language_tags WHERE gif_id = ${EDITED}`,
  `INSERT INTO language_tags (gif_id, lang, tag, position) VALUES (${EDITED}, 'de', 'laut', 0)`,
  `INSERT INTO moderation_queue (gif_id, job_id, queued_at, edits)
   VALUES (${EDITED}, 'uploads', ${ago(1)},
           json_object('title', 'A quiet title', 'tags', '["quiet"]', 'rating', 'g', 'cta_link', '',
                       'tags:de', '["leise"]', 'file:original.gif', 'm/before'))`,
]

/**
 * A library of `items` copies of its GIFs, of which `cases` were reported, for how fast a moderator works: statements for
 * `productWith`. Measured with 240 of 2,000 (`docs/measurements.md`, M64).
 */
export const paceRows = (items: number, cases: number): readonly string[] => [
  `INSERT INTO gifs (id, slug, title, type, import_datetime, rating, user_id)
   ${numbers(1, items)}
   SELECT 'pace' || numbers.n, 'pace-' || numbers.n, g.title || ' ' || numbers.n, g.type, g.import_datetime, 'g', 'id-pia'
     FROM numbers JOIN (SELECT gifs.*, some.n FROM ${GIFS} AS some JOIN gifs USING (id)) AS g ON g.n = 1 + numbers.n % 40`,
  `INSERT INTO renditions (gif_id, name, format, width, height, size, frames, r2_key)
   ${numbers(1, items)}
   SELECT 'pace' || numbers.n, r.name, r.format, r.width, r.height, r.size, r.frames, r.r2_key
     FROM numbers JOIN ${GIFS} AS g ON g.n = 1 + numbers.n % 40 JOIN renditions AS r ON r.gif_id = g.id`,
  `INSERT INTO reports (gif_id, reasons, additional_info, anonymous, visitor, created_at)
   ${numbers(1, cases)}
   SELECT 'pace' || n, '["spam"]', 'Seen elsewhere', 1, 'pace ' || n, ${ago(30)} FROM numbers`,
]
