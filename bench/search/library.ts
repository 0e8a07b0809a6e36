import { channelTerm, userTerm } from '../../origin/search/index-items.ts'
import { termsOf } from '../../origin/search/terms.ts'
import { chances, drawWord, LANGUAGES, type Language } from './words.ts'

/** What a library is grown around: the texts of items whose meaning is known, such as the seed's. */
export type KnownItem = {
  slug: string
  title: string
  type: string
  tags: readonly string[]
  language_tags?: { [language: string]: string[][] | undefined }
}

/** An item of a generated library. */
export type LargeItem = {
  num: number
  id: string
  title: string
  type: string
  rating: string
  owner: string
  tags: readonly string[]
  /** The same tags in other languages: language, tag. */
  translated: readonly (readonly [string, string])[]
  at: string
  heat: number
}

/** Every so many items one is about what a known item is about. */
const COUSIN_EVERY = 5
const OWNERS = 1000
const FIRST_NUM = 1_000_000
const FIRST_DAY = Date.UTC(2024, 0, 1)
/** A thousand days have all items, however many. */
const DAYS = 1000
const DAY_MS = 86_400_000
/** Heat of what has few events left, and above it that of the hottest (`origin/heat.ts`). */
const COLD = 10_300
const HOT = 90

const TYPES = ['gif', 'gif', 'gif', 'gif', 'gif', 'gif', 'sticker', 'sticker', 'text', 'video'] as const
const RATINGS = ['g', 'g', 'g', 'g', 'g', 'pg', 'pg', 'pg-13', 'r'] as const

/** The id of the item `i`. */
export const largeId = (i: number): string => `lib${String(i).padStart(9, '0')}`

/** The known item that the item `i` is about, if any: it has all of its tags, so it belongs wherever that one does. */
export const cousinOf = <T>(i: number, known: readonly T[]): T | undefined =>
  i % COUSIN_EVERY === 0 ? known[(i / COUSIN_EVERY) % known.length] : undefined

/** The item of an id that `largeId` made; undefined: another library's. */
export const numberOf = (id: string): number | undefined =>
  /^lib\d{9}$/.test(id) ? Number(id.slice(3)) : undefined

const some = (count: number, next: () => number, language: Language): string[] =>
  Array.from({ length: count }, () => drawWord(language, next()))

/** The texts of the item `i`: those of a known item and a word more, or words of a language. */
function textsOf(
  i: number,
  known: readonly KnownItem[],
  next: () => number,
): Pick<LargeItem, 'title' | 'tags' | 'translated'> & { type?: string } {
  const language = LANGUAGES[Math.floor(LANGUAGES.length * next() ** 2)] ?? 'en'
  const about = cousinOf(i, known)
  const more = some(2, next, language)
  if (about) {
    const { title, tags, type, language_tags = {} } = about
    const translated = Object.entries(language_tags).flatMap(([code, list = []]) =>
      list.map(([tag = '']) => [code, tag] as const),
    )
    return { title: `${title} ${more[0]}`, tags: [...tags, ...more.slice(1)], type, translated }
  }
  const tags = [...new Set([...more, ...some(1 + Math.floor(4 * next()), next, language)])]
  const other = LANGUAGES[Math.floor(LANGUAGES.length * next())] ?? 'en'
  const translated = other === language ? [] : some(2, next, other).map((tag) => [other, tag] as const)
  return { title: some(2 + Math.floor(3 * next()), next, language).join(' '), tags, translated }
}

/** The item `i` of a library of any size, always the same. */
export function largeItem(i: number, known: readonly KnownItem[]): LargeItem {
  const next = chances(i)
  const { type = TYPES[Math.floor(TYPES.length * next())] ?? 'gif', ...texts } = textsOf(i, known, next)
  return {
    num: FIRST_NUM + i,
    id: largeId(i),
    ...texts,
    type,
    rating: RATINGS[Math.floor(RATINGS.length * next())] ?? 'g',
    owner: `owner${Math.floor(OWNERS ** next())}`,
    at: new Date(FIRST_DAY + Math.floor(DAYS * next() * DAY_MS)).toISOString().slice(0, 19).replace('T', ' '),
    heat: COLD + HOT * next(),
  }
}

const ONCE = [
  `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${OWNERS})
   INSERT INTO users (id, username, display_name, role) SELECT 'owner' || i, 'owner' || i, 'Owner ' || i, 'artist' FROM n`,
  `INSERT INTO category_nodes (id, slug, name, term) VALUES (9000, 'large-category', 'Large category', 'large category')`,
  `INSERT INTO channels (id, slug, display_name, user_id) VALUES (9000, 'large-channel', 'Large', 'owner1')`,
]

const ROWS = 'json_each(?1)'

/** What each part of the items writes; ?1 is the part as JSON. */
const EACH = [
  `INSERT INTO gifs (num, id, slug, title, type, rating, user_id, tags, translated, import_datetime, heat)
   SELECT value ->> 'num', value ->> 'id', value ->> 'id', value ->> 'title', value ->> 'type', value ->> 'rating',
          value ->> 'owner', value -> 'tags',
          (SELECT coalesce(group_concat(t.value ->> 1, ' '), '') FROM json_each(r.value -> 'translated') AS t),
          value ->> 'at', value ->> 'heat'
     FROM ${ROWS} AS r`,
  `INSERT OR IGNORE INTO language_tags (gif_id, lang, tag, position)
   SELECT r.value ->> 'id', t.value ->> 0, t.value ->> 1, t.key FROM ${ROWS} AS r, json_each(r.value -> 'translated') AS t`,
  `INSERT OR IGNORE INTO tags (tag, gif_id)
   SELECT lower(t.value), r.value ->> 'id' FROM ${ROWS} AS r, json_each(r.value -> 'tags') AS t`,
  `INSERT INTO channel_gifs (channel_id, gif_id) SELECT 9000, value ->> 'id' FROM ${ROWS} WHERE (value ->> 'num') % 50 = 0`,
  `INSERT INTO category_items (node, gif_id, chosen, place)
   SELECT 9000, r.value ->> 'id', 0, g.place FROM ${ROWS} AS r JOIN gifs AS g ON g.num = r.value ->> 'num' WHERE g.num % 20 = 0`,
  `INSERT INTO search_terms (term) SELECT DISTINCT t.value ->> 0 FROM ${ROWS} AS r, json_each(r.value -> 'terms') AS t WHERE true
   ON CONFLICT DO NOTHING`,
  `INSERT INTO search_items (num, seq, terms)
   SELECT r.value ->> 'num', 0,
          (SELECT json_group_array(s.id * 16 + (t.value ->> 1))
             FROM json_each(r.value -> 'terms') AS t CROSS JOIN search_terms AS s ON s.term = t.value ->> 0)
     FROM ${ROWS} AS r`,
]

/** An item with the terms that the index has of it (`origin/search/index-items.ts`). */
function indexed(item: LargeItem) {
  const { title, tags, owner, num } = item
  const translated = item.translated.map(([lang, tag]) => ({ lang, tag }))
  const terms = termsOf({ title, tags, translated, username: owner }).map(
    ({ term, fields }) => [term, fields] as const,
  )
  const held = [userTerm(owner), ...(num % 50 === 0 ? [channelTerm(9000)] : [])]
  return { ...item, terms: [...held.map((term) => [term, 0] as const), ...terms] }
}

/** What is written for all of them, when they are there. */
const LAST = [
  `INSERT INTO search_postings (list, key)
   SELECT (t.value >> 4) * 8 + (a.value ->> 0) AS list, (a.value ->> 1) + (t.value & 15) AS key
     FROM gifs AS g JOIN search_items AS i USING (num), json_each(i.terms) AS t, json_each(g.search_at) AS a
    WHERE g.num BETWEEN ?1 AND ?2 ORDER BY list, key`,
  `UPDATE search_terms SET items = search_terms.items + held.items
     FROM (SELECT t.value >> 4 AS term, count(*) AS items FROM search_items, json_each(terms) AS t
            WHERE num BETWEEN ?1 AND ?2 GROUP BY term) AS held
    WHERE held.term = id`,
  `INSERT INTO tag_counts (tag, items, gifs, stickers, text)
   SELECT tags.tag, count(*), sum(g.shelf = 'gifs'), sum(g.shelf = 'stickers'), sum(g.shelf = 'text')
     FROM gifs AS g JOIN tags ON tags.gif_id = g.id WHERE g.num BETWEEN ?1 AND ?2 GROUP BY tags.tag
   ON CONFLICT (tag) DO UPDATE
     SET items = items + excluded.items, gifs = gifs + excluded.gifs, stickers = stickers + excluded.stickers,
         text = text + excluded.text`,
]

const AT_ONCE = 5000

/** A database to fill: SQLite itself, which takes a third of D1's time. */
export type Bulk = {
  triggers: () => Promise<readonly { name: string; sql: string }[]>
  /** Runs statements in one transaction, each with the same values. */
  run: (statements: readonly string[], ...values: (string | number)[]) => Promise<unknown>
}

/** Those that make the keys of a new word stay. */
export const TRIGGERS =
  "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name NOT GLOB '*near*'"

/**
 * Adds the items from one number up to another to a library, the first time from 0. Triggers are away meanwhile: what they
 * keep is written in bulk, which takes a fifth of the time. Stop halfway, and the library is of no use.
 */
export async function fillBulk(
  bulk: Bulk,
  known: readonly KnownItem[],
  from: number,
  to: number,
): Promise<void> {
  const triggers = await bulk.triggers()
  await bulk.run(triggers.map(({ name }) => `DROP TRIGGER ${name}`).concat(from === 0 ? ONCE : []))
  for (let at = from; at < to; at += AT_ONCE) {
    const items = Array.from({ length: Math.min(AT_ONCE, to - at) }, (_, more) => largeItem(at + more, known))
    await bulk.run(EACH, JSON.stringify(items.map(indexed)))
  }
  await bulk.run(LAST, FIRST_NUM + from, FIRST_NUM + to - 1)
  await bulk.run(triggers.map(({ sql }) => sql))
}
