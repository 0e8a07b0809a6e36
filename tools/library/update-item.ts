import * as v from 'valibot'
import { filmColumns, typeColumns } from '../../origin/item-type.ts'
import { putLanguageTags } from '../../origin/site/gif-pages/language-tags.ts'
import { equal, findRow } from '../../origin/sql.ts'
import { filmOf } from '../../shared/calls/film-address.ts'
import type { Said } from '../listing/listing.ts'
import type { Library } from './open-library.ts'

const Row = v.looseObject({ id: v.string(), type: v.string() })
const OWNER = 'SELECT id FROM users WHERE username = ?1'
const TAGS = 'SELECT tag, translates FROM language_tags WHERE gif_id = ?1 AND lang = ?2 ORDER BY position'

/** Changes what a list says otherwise of an item that is there. Its address, its dates, and its heat stay. */
export async function updateItem(
  library: Library,
  id: string,
  said: Said = {},
): Promise<'known' | 'updated'> {
  const { db } = library
  const row = await findRow(Row, db.prepare('SELECT * FROM gifs WHERE id = ?1').bind(id))
  if (!row) return 'known'
  const { title, alt_text, tags, rating, source, type, author, film_url, film_start } = said
  const wanted: Record<string, string | number | boolean | string[] | null | undefined> = {
    ...{ title, alt_text, rating, source },
    tags,
    ...(type && row.type !== 'video' && typeColumns(type)),
    ...(film_url !== undefined && filmColumns(filmOf(film_url, film_start) ?? null)),
    ...(author !== undefined && { user_id: await db.prepare(OWNER).bind(author).first<string>('id') }),
  }
  const names = Object.keys(wanted).filter(
    (name) => wanted[name] !== undefined && stored(wanted[name]) !== row[name],
  )
  const { terms, values } = equal(names, wanted)
  const languages = await changedLanguages(library, id, said)
  const statements = [
    ...(terms.length > 0
      ? [db.prepare(`UPDATE gifs SET ${terms.join(', ')} WHERE id = ?`).bind(...values, id)]
      : []),
    ...putLanguageTags(db, id, languages),
  ]
  if (statements.length > 0) await db.batch(statements)
  return statements.length > 0 ? 'updated' : 'known'
}

const stored = (value: unknown): unknown => {
  if (typeof value === 'boolean') return Number(value)
  return Array.isArray(value) ? JSON.stringify(value) : value
}

/** The tags of the languages in which they are other than a list says. */
async function changedLanguages({ db }: Library, id: string, { language_tags = {} }: Said) {
  const all = await Promise.all(
    Object.entries(language_tags).map(async ([lang, tags]) => {
      const { results } = await db.prepare(TAGS).bind(id, lang).all<{ tag: string; translates: string }>()
      const there = results.map(({ tag, translates }) => [tag, translates])
      return JSON.stringify(there) === JSON.stringify(tags) ? [] : [[lang, tags] as const]
    }),
  )
  return Object.fromEntries(all.flat())
}
