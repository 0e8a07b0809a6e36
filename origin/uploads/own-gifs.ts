import * as v from 'valibot'
import { AppError } from '../../shared/errors.ts'
import { type LibraryItem, OwnItem } from '../../shared/schema/own/items.ts'
import { TYPE_OF_ITEM } from '../item-type.ts'
import { removedGif } from '../queries/gifs.ts'
import { libraryPage } from '../queries/library.ts'
import { personOf } from '../site/actor.ts'
import type { SiteHandlers } from '../site/site-handlers.ts'
import { BitColumn, findPart, json, partOf, reachOf } from '../sql.ts'

/** Bytes of a moving picture that a list of them still shows. Of a film a browser reads the first frame alone. */
const MOVING_MAX = 1024 * 1024

// A GIF's address answers AVIF to who takes it. The smallest still; else the smallest picture that moves; else a film.
const THUMBNAIL = `
  SELECT json_object('file', name || '.' || format, 'kind', kind)
    FROM (SELECT name, format, size,
                 iif(format IN ('mp4', 'webm', 'mov'), 'film', iif(substr(name, -6) = '_still', 'still', 'moving')) AS kind
            FROM renditions WHERE gif_id = g.id AND format <> 'avif')
   WHERE kind <> 'moving' OR size <= ${MOVING_MAX}
   ORDER BY kind = 'still' DESC, kind = 'moving' DESC, size, name LIMIT 1`

const FILM = `
  iif(g.external_provider IS NULL, NULL,
      json_object('provider_name', g.external_provider, 'asset_uid', g.external_uid, 'start_time', g.external_start,
                  'url', g.external_url))`

/** What is read of `gifs AS g` and `uploads AS u`, for `ownItem`. */
export const ITEM_COLUMNS = `
  g.id, g.user_id, g.title, g.alt_text, ${TYPE_OF_ITEM} AS type, g.tags, g.rating, g.source AS source_post_url, g.is_hidden, g.is_indexable,
  g.is_removed, g.import_datetime AS create_datetime, g.cta_link, g.cta_text, ${FILM} AS external_media, coalesce(u.state, 'done') AS state, coalesce(u.reason, '') AS reason,
  iif(u.state = 'working', u.made, 0) AS made, iif(u.state = 'working', u.planned, 0) AS planned,
  (${THUMBNAIL}) AS thumbnail,
  EXISTS (SELECT 1 FROM held_items WHERE gif_id = g.id AND cause = 'review' AND kept = 0) AS is_waiting`

const ITEMS = 'gifs AS g LEFT JOIN uploads AS u ON u.gif_id = g.id'

/** One item's row, as the calls of owners answer it. ?1 its id */
export const OWN_ITEM = `SELECT ${ITEM_COLUMNS} FROM ${ITEMS} WHERE g.id = ?1`

const { entries } = OwnItem
const Row = v.object({
  ...entries,
  tags: json(entries.tags),
  is_hidden: BitColumn,
  is_indexable: BitColumn,
  is_waiting: BitColumn,
  external_media: v.nullable(json(v.nonNullable(entries.external_media))),
  thumbnail: v.nullable(json(v.object({ file: v.string(), kind: v.picklist(['still', 'moving', 'film']) }))),
})

/** An item's row as its owner sees it. */
export function ownItem(row: unknown, publicUrl: string): OwnItem {
  const { thumbnail, ...item } = v.parse(Row, row)
  const url = (file: string) => `${publicUrl}/media/${item.id}/${file}`
  return { ...item, thumbnail: thumbnail && { url: url(thumbnail.file), kind: thumbnail.kind } }
}

/** The items of who is signed in, the newest first; what was taken down is gone for its owner too. */
export const ownGifHandlers = {
  async ownGifs({ d1, actor, publicUrl }, page) {
    const list = {
      columns: ITEM_COLUMNS,
      from: `${ITEMS} WHERE g.user_id = ?1 AND g.is_removed = 0`,
      by: 'g.num DESC',
    }
    const { results, count } = await findPart(v.unknown(), d1, list, page, personOf(actor).id)
    return { body: { results: results.map((row) => ownItem(row, publicUrl)), count } }
  },

  async ownGif({ d1, actor, publicUrl }, { gif }) {
    const { id } = personOf(actor)
    const row = await d1.prepare(OWN_ITEM).bind(gif).first()
    if (row?.user_id !== id) throw new AppError('not-found', 'You have no such item')
    if (row.is_removed) throw removedGif()
    return { body: ownItem(row, publicUrl) }
  },
} satisfies SiteHandlers

const LISTED = `
  SELECT ${ITEM_COLUMNS}, coalesce(o.username, '') AS username
    FROM json_each(?1)  AS wanted
    JOIN gifs           AS g ON g.id = wanted.value
    LEFT JOIN uploads   AS u ON u.gif_id = g.id
    LEFT JOIN users     AS o ON o.id = g.user_id
   ORDER BY wanted.key`

const StaffColumns = v.object({ username: v.string() })

const libraryItem = (row: unknown, publicUrl: string): LibraryItem => ({
  ...ownItem(row, publicUrl),
  ...v.parse(StaffColumns, row),
})

/** All items of the library, for moderators. */
export const allGifHandlers = {
  async allGifs({ d1, publicUrl }, { q: words, limit, offset, order, ...filter }) {
    const page = partOf({ limit, offset })
    const { total, ids } = await libraryPage(d1, { ...filter, words }, page, order)
    const { results } = await d1.prepare(LISTED).bind(JSON.stringify(ids)).all()
    return {
      body: {
        results: results.map((row) => libraryItem(row, publicUrl)),
        count: total,
        is_exact: total < reachOf(page),
      },
    }
  },
} satisfies SiteHandlers
