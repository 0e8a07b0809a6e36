import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { editsBetween } from '../search/forms.ts'
import { synonymsOf } from '../search/searched.ts'
import { findRows } from '../sql.ts'
import { foldedText } from '../words.ts'
import { isSearched, knownTags, type Shelf, withEnough } from './tags.ts'

const NameRow = v.object({ name: v.string(), items: v.number() })

/** Tags that a text means, by the synonyms of staff. */
export async function meantTags(db: D1Database, q: string, shelf: Shelf): Promise<string[]> {
  const key = foldedText(q)
  const meant = (await synonymsOf(db, [key])).get(key) ?? []
  const texts = meant.map(({ text }) => text)
  return knownTags(db, texts, shelf)
}

/** As many tags in other languages are read. */
const TRANSLATED_MAX = 300

// ?1 is how they begin, ?2 the highest rating, ?3 how many.
const TRANSLATED = (shelf: Shelf) => `
  SELECT some.tag AS name, count(*) AS items
    FROM (SELECT DISTINCT t.tag, t.gif_id
            FROM json_each('["en","de","fr","es","ja"]') AS lang
           CROSS JOIN language_tags AS t ON t.lang = lang.value AND t.tag >= ?1 AND t.tag < ?1 || char(1114111)
           LIMIT ${TRANSLATED_MAX}) AS some
   CROSS JOIN gifs AS g ON g.id = some.gif_id
   WHERE g.is_listed = 1 AND g.shelf = '${shelf}' AND g.rating_rank <= ?2
   GROUP BY some.tag ORDER BY items DESC, name LIMIT ?3`

/** Tags in the languages of visitors that begin with a text. */
export async function translatedTags(
  db: D1Database,
  q: string,
  shelf: Shelf,
  { maxRating, limit }: { maxRating: number; limit: number },
): Promise<string[]> {
  const rows = await findRows(NameRow, db.prepare(TRANSLATED(shelf)).bind(q, maxRating, limit))
  return withEnough(rows)
    .map(({ name }) => name)
    .filter(isSearched)
}

/** Letters by which tags are looked up (migration 0023), and tags that are compared of each beginning. */
const BEGINNING = 4
const COMPARED = 4

// ?1 is a JSON list of beginnings.
const NEAR = (shelf: Shelf) => `
  SELECT t.tag AS name, t.items
    FROM json_each(?1) AS start
   CROSS JOIN tag_counts AS t ON t.tag IN (
           SELECT tag FROM tag_counts INDEXED BY tag_counts_by_${BEGINNING}
            WHERE substr(tag, 1, ${BEGINNING}) = start.value ORDER BY items DESC, tag LIMIT ${COMPARED})
   WHERE t.${shelf} > 0`

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']

/** How a text may have begun that has one letter wrong. */
function beginnings(q: string): string[] {
  const start = q.slice(0, BEGINNING + 1)
  const changed = Array.from(start, (letter, at) => {
    const [before, after] = [start.slice(0, at), start.slice(at + 1)]
    return [
      before + after,
      before + after.slice(0, 1) + letter + after.slice(1),
      ...LETTERS.flatMap((other) => [before + other + after, before + other + letter + after]),
    ]
  })
  return [...new Set(changed.flat().map((text) => text.slice(0, BEGINNING)))]
}

/** Whether a tag begins with a text, but for one letter. */
const begins = (tag: string, q: string): boolean =>
  [-1, 0, 1].some((more) => editsBetween(tag.slice(0, q.length + more), q, 1) <= 1)

/** Tags that begin with a text in which one letter is wrong: those of most items. A short text may be the start of anything. */
export async function nearTags(db: D1Database, q: string, shelf: Shelf, limit: number): Promise<string[]> {
  if (!/^[a-z ]{4,50}$/.test(q)) return []
  const rows = await findRows(NameRow, db.prepare(NEAR(shelf)).bind(JSON.stringify(beginnings(q))))
  return withEnough(rows.filter(({ name }) => begins(name, q)))
    .sort((a, b) => b.items - a.items)
    .map(({ name }) => name)
    .filter(isSearched)
    .slice(0, limit)
}
