import { Hono } from 'hono'
import type { App } from '../app-types.ts'

/** `/gifs/{slug}` and `/stickers/{slug}`: the item, shown by its player. */
export const items = new Hono<App>().get('/:kind{gifs|stickers}/:slug', (c) =>
  c.redirect(`/embed/${encodeURIComponent(c.req.param('slug'))}`),
)
