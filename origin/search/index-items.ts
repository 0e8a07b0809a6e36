import type { D1Database, D1PreparedStatement, D1Result } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { findRows, foundRows, json } from '../sql.ts'
import { type ItemWords, termsOf } from './terms.ts'

/** Notes that are read, and items that are made searchable at a time. */
const NOTES_READ = 2000
const AT_ONCE = 200
/** As many by a search where more wait: the job of the minute does those. */
const BY_SEARCH = 25

/** Terms of an item: a search of one of the first is enough. */
const TERMS_MAX = 250

/** The terms of users and channels, which no one can type. */
export const userTerm = (id: string): string => `@${id}`
export const channelTerm = (id: number): string => `#${id}`

// The last notes first: what someone has just uploaded does not wait for a library that is being moved.
const NOTES = `SELECT seq, num FROM search_dirty ORDER BY seq DESC LIMIT ${NOTES_READ}`
const NoteRow = v.object({ seq: v.number(), num: v.number() })
type Note = v.InferOutput<typeof NoteRow>

const WORDS = `
  SELECT g.num, g.title, g.tags, coalesce(u.username, '') AS username, g.user_id,
         (SELECT json_group_array(json_object('lang', lang, 'tag', tag))
            FROM (SELECT lang, tag FROM language_tags WHERE gif_id = g.id ORDER BY lang, position)) AS translated,
         (SELECT json_group_array(channel_id) FROM channel_gifs WHERE gif_id = g.id) AS channels
    FROM json_each(?1) AS wanted
    JOIN gifs          AS g ON g.num = wanted.value
    LEFT JOIN users    AS u ON u.id = g.user_id`
const Tags = v.array(v.string())
const WordsRow = v.object({
  num: v.number(),
  title: v.string(),
  tags: json(Tags),
  username: v.string(),
  user_id: v.nullable(v.string()),
  translated: json(v.array(v.object({ lang: v.string(), tag: v.string() }))),
  channels: json(v.array(v.number())),
})

/** Terms and where the item has them; whose it is, and its channels, nowhere that is seen. */
function entriesOf({
  user_id,
  channels,
  ...words
}: ItemWords & Pick<v.InferOutput<typeof WordsRow>, 'user_id' | 'channels'>): [string, number][] {
  const held = [...(user_id === null ? [] : [userTerm(user_id)]), ...channels.map(channelTerm)]
  return [
    ...held.map((term): [string, number] => [term, 0]),
    ...termsOf(words).map(({ term, fields }): [string, number] => [term, fields]),
  ].slice(0, TERMS_MAX)
}

// ?1 is a JSON list of terms.
const ADD_TERMS = `
  INSERT INTO search_terms (term) SELECT value FROM json_each(?1) WHERE true ON CONFLICT DO NOTHING`

// ?1 is a JSON list of [number, note, [[term, fields], …]]. Another may have read a later note meanwhile.
const PUT_ITEMS = `
  INSERT INTO search_items (num, seq, terms)
  SELECT i.value ->> 0, i.value ->> 1,
         (SELECT json_group_array(t.id * 16 + (e.value ->> 1))
            FROM json_each(i.value -> 2) AS e CROSS JOIN search_terms AS t ON t.term = e.value ->> 0)
    FROM json_each(?1) AS i
   WHERE EXISTS (SELECT 1 FROM gifs WHERE num = i.value ->> 0)
      ON CONFLICT (num) DO UPDATE SET terms = excluded.terms, seq = excluded.seq WHERE excluded.seq >= search_items.seq`

const DROP_NOTES = 'DELETE FROM search_dirty WHERE seq IN (SELECT value FROM json_each(?1))'

/** Makes items searchable by what they are now. Twice it changes nothing, and a later note wins. */
export async function indexNoted(db: D1Database, notes: readonly Note[]): Promise<void> {
  if (notes.length === 0) return
  const latest = new Map(notes.toSorted((a, b) => a.seq - b.seq).map(({ seq, num }) => [num, seq]))
  const rows = await findRows(WordsRow, db.prepare(WORDS).bind(JSON.stringify([...latest.keys()])))
  const items = rows.map(({ num, ...words }) => [num, latest.get(num), entriesOf(words)] as const)
  const terms = new Set(items.flatMap(([, , entries]) => entries.map(([term]) => term)))
  await db.batch([
    db.prepare(ADD_TERMS).bind(JSON.stringify([...terms])),
    db.prepare(PUT_ITEMS).bind(JSON.stringify(items)),
    db.prepare(DROP_NOTES).bind(JSON.stringify(notes.map(({ seq }) => seq))),
  ])
}

/** The items of some notes, and the notes of some items. */
const itemsOf = (notes: readonly Note[]): number[] => [...new Set(notes.map(({ num }) => num))]
const notesOf = (notes: readonly Note[], nums: readonly number[]): Note[] =>
  notes.filter(({ num }) => nums.includes(num))

/**
 * Reads what the index knows, in one batch. What was changed since the last search is made searchable first, so that who has
 * just uploaded something finds it.
 * @param behind called where more waits than that
 */
export async function readIndexed(
  db: D1Database,
  statements: readonly D1PreparedStatement[],
  behind?: () => void,
): Promise<D1Result[]> {
  const [noted, ...results] = await db.batch([db.prepare(NOTES), ...statements])
  const notes = foundRows(NoteRow, noted)
  if (notes.length === 0) return results
  const waiting = itemsOf(notes)
  const isBehind = waiting.length > AT_ONCE
  await indexNoted(db, isBehind ? notesOf(notes, waiting.slice(0, BY_SEARCH)) : notes)
  if (isBehind) behind?.()
  return statements.length > 0 ? db.batch([...statements]) : []
}

/**
 * Makes what has changed searchable, until all of it is or the time is over. A search does so itself for a few items: this
 * is for many, such as a library from before.
 */
export async function indexItems(db: D1Database, untilMs = Number.POSITIVE_INFINITY): Promise<void> {
  let isBehind = false
  do {
    const notes = await findRows(NoteRow, db.prepare(NOTES))
    if (notes.length === 0) break
    const waiting = itemsOf(notes)
    isBehind ||= waiting.length > AT_ONCE
    await indexNoted(db, notesOf(notes, waiting.slice(0, AT_ONCE)))
  } while (Date.now() < untilMs)
  // Lists that were made meanwhile lack some of the items.
  if (isBehind) await db.prepare('UPDATE library_version SET version = version + 1').run()
}

/** ms that a search goes on indexing for after its response; and within them, no other one of the isolate does. */
const CATCH_UP_MS = 5000
const caughtUp = new WeakMap<D1Database, number>()

/** Makes searchable what a search has left. Others of the isolate have begun to, where it does nothing. */
export async function catchUp(db: D1Database): Promise<void> {
  const now = Date.now()
  if (now - (caughtUp.get(db) ?? 0) < CATCH_UP_MS) return
  caughtUp.set(db, now)
  await indexItems(db, now + CATCH_UP_MS)
}
