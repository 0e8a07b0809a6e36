import { and, desc, eq } from 'drizzle-orm'
import { AppError } from '../../shared/errors.ts'
import { PROVIDER_PAGE } from '../../shared/limits.ts'
import type { Actor, GifReader, GifsForPeople } from '../../shared/server/origin.ts'
import { pageOf } from '../call-handler.ts'
import { successMeta } from '../envelope.ts'
import { favorites, users } from '../schema/people.ts'
import { personOf } from './can.ts'
import type { SiteHandlers } from './site-handlers.ts'

/** How many favorites a person has at most. */
const MAX_FAVORITES = 5000

function gifsOf(gifs: GifsForPeople | undefined): GifsForPeople {
  if (!gifs) throw new AppError('unavailable', 'There are no GIFs here')
  return gifs
}

const readerOf = (actor: Actor, publicUrl: string): GifReader => ({ person: personOf(actor).id, publicUrl })

const isFavorite = (person: string, gif: string) =>
  and(eq(favorites.user_id, person), eq(favorites.gif_id, gif))

// One statement, so that two at once do not get past the bound. What is a favorite already keeps its place.
const ADD = `
  INSERT INTO favorites (user_id, gif_id, created_at)
  SELECT id, ?2, ?3 FROM users WHERE id = ?1 AND favorite_count < ?4
      ON CONFLICT DO NOTHING`

/** The favorites of who is signed in (`docs/contract.md`). `limit` is 50 at most, as of every list. */
export const favoriteHandlers = {
  async favorites({ db, gifs, actor, publicUrl }, { limit, offset }) {
    const reader = readerOf(actor, publicUrl)
    const capped = Math.min(limit ?? PROVIDER_PAGE.limit, PROVIDER_PAGE.maxLimit)
    const page = pageOf({ limit: capped, offset }, MAX_FAVORITES)
    const own = eq(favorites.user_id, reader.person)
    const [rows, [total]] = await db.batch([
      db
        .select({ id: favorites.gif_id })
        .from(favorites)
        .where(own)
        .orderBy(desc(favorites.created_at), favorites.gif_id)
        .limit(page.limit)
        .offset(page.offset),
      db.select({ count: users.favorite_count }).from(users).where(eq(users.id, reader.person)),
    ])
    const ids = rows.map(({ id }) => id)
    const data = await gifsOf(gifs).shown(ids, reader)
    const pagination = { total_count: total?.count ?? 0, count: data.length, offset: page.offset }
    return { body: { data, pagination, meta: successMeta() } }
  },

  async favorite({ db, actor }, { gif }) {
    const rows = await db
      .select()
      .from(favorites)
      .where(isFavorite(personOf(actor).id, gif))
    return { body: { id: gif, favorite: rows.length > 0 } }
  },

  async addFavorite({ db, d1, gifs, actor, publicUrl, nowMs }, { gif }) {
    const reader = readerOf(actor, publicUrl)
    await gifsOf(gifs).assertShown(gif, reader)
    const row = [reader.person, gif, new Date(nowMs).toISOString(), MAX_FAVORITES]
    const { meta } = await d1
      .prepare(ADD)
      .bind(...row)
      .run()
    if (meta.changes > 0) return {}
    const [stored] = await db.select().from(favorites).where(isFavorite(reader.person, gif))
    if (!stored)
      throw new AppError('conflict', `There are ${MAX_FAVORITES} favorites already: remove one first`)
    return {}
  },

  async removeFavorite({ db, actor }, { gif }) {
    await db.delete(favorites).where(isFavorite(personOf(actor).id, gif))
    return {}
  },
} satisfies SiteHandlers
