import { AppError } from '../../shared/errors.ts'
import { PROVIDER_PAGE } from '../../shared/limits.ts'
import type { Actor, GifReader, GifsForPeople } from '../../shared/server/origin.ts'
import { BOUNDS, hasRoom, spend, throwRefusal } from '../bounds.ts'
import { pageOf } from '../call-handler.ts'
import { successMeta } from '../envelope.ts'
import { findPage } from '../sql.ts'
import { personOf } from './actor.ts'
import type { SiteHandlers, SiteRequest } from './site-handlers.ts'

function gifsOf(gifs: GifsForPeople | undefined): GifsForPeople {
  if (!gifs) throw new AppError('unavailable', 'There are no GIFs here')
  return gifs
}

const readerOf = (actor: Actor, publicUrl: string): GifReader => ({ person: personOf(actor).id, publicUrl })

const isFavorite = async (d1: SiteRequest['d1'], person: string, gif: string): Promise<boolean> =>
  (await d1
    .prepare('SELECT 1 FROM favorites WHERE user_id = ?1 AND gif_id = ?2')
    .bind(person, gif)
    .first()) !== null

const PAGE = `
  SELECT (SELECT favorite_count FROM users WHERE id = ?3) AS total,
         (SELECT json_group_array(gif_id)
            FROM (SELECT gif_id FROM favorites WHERE user_id = ?3
                   ORDER BY created_at DESC, gif_id LIMIT ?1 OFFSET ?2)) AS ids`

// What is a favorite already keeps its place.
const ADD = `
  INSERT INTO favorites (user_id, gif_id, created_at)
  SELECT ?1, ?2, ?3 WHERE ${hasRoom('favorites', '?1')}
      ON CONFLICT DO NOTHING`

/** The favorites of who is signed in (`docs/contract.md`). `limit` is 50 at most, as of every list. */
export const favoriteHandlers = {
  async favorites({ d1, gifs, actor, publicUrl }, { limit, offset }) {
    const reader = readerOf(actor, publicUrl)
    const capped = Math.min(limit ?? PROVIDER_PAGE.limit, PROVIDER_PAGE.maxLimit)
    const page = pageOf({ limit: capped, offset }, BOUNDS.favorites.inAll.max)
    const { total, ids } = await findPage(d1, PAGE, page, reader.person)
    const data = await gifsOf(gifs).shown(ids, reader)
    const pagination = { total_count: total, count: data.length, offset: page.offset }
    return { body: { data, pagination, meta: successMeta() } }
  },

  async favorite({ d1, actor }, { gif }) {
    return { body: { id: gif, favorite: await isFavorite(d1, personOf(actor).id, gif) } }
  },

  async addFavorite({ d1, gifs, actor, publicUrl, nowMs }, { gif }) {
    const reader = readerOf(actor, publicUrl)
    await gifsOf(gifs).assertShown(gif, reader)
    const [added] = await d1.batch([
      d1.prepare(ADD).bind(reader.person, gif, new Date(nowMs).toISOString()),
      spend(d1, 'favorites', reader.person),
    ])
    if (added?.meta.changes || (await isFavorite(d1, reader.person, gif))) return {}
    return throwRefusal(d1, 'favorites', reader.person)
  },

  async removeFavorite({ d1, actor }, { gif }) {
    await d1
      .prepare('DELETE FROM favorites WHERE user_id = ?1 AND gif_id = ?2')
      .bind(personOf(actor).id, gif)
      .run()
    return {}
  },
} satisfies SiteHandlers
